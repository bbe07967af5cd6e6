import type { Platform, Verdict } from '@platelight/sdk'

/** A rectangle in fractions of the photo. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A shape that is drawn on a photo: what the platform shows, and where the dish should be. */
export interface PlatformShape {
  readonly ratio: string
  readonly frame: Frame
  readonly safe?: Frame | undefined
}

type Rules = Pick<Platform, 'rules' | 'export'>

/** What a platform would show of a photo of this size: the largest part of its shape, from the middle. */
export function platformShape({ rules, export: profile }: Rules, width: number, height: number): PlatformShape {
  const own = width / height
  const ratio = ratioOf(rules, own) ?? `${profile.size.width}:${profile.size.height}`
  const frame = middle(own, valueOfRatio(ratio))
  const { safe_area: area, size } = profile
  const safe = area && {
    x: frame.x + (frame.width * (1 - area.width / size.width)) / 2,
    y: frame.y + (frame.height * (1 - area.height / size.height)) / 2,
    width: (frame.width * area.width) / size.width,
    height: (frame.height * area.height) / size.height,
  }
  return { ratio: simplest(ratio), frame, safe }
}

/** The shape that is taken and nearest to that of the photo; undefined where the platform says none. */
function ratioOf({ size, aspects, aspect_range: range }: Platform['rules'], own: number): string | undefined {
  if (size) return `${size.width}:${size.height}`
  const distance = (ratio: string) => Math.abs(Math.log(valueOfRatio(ratio) / own))
  if (aspects) return [...aspects].sort((a, b) => distance(a) - distance(b))[0]
  const [narrowest, widest] = range ?? []
  if (!narrowest || !widest) return undefined
  if (own < valueOfRatio(narrowest)) return narrowest
  return own > valueOfRatio(widest) ? widest : `${own.toFixed(2)}:1`
}

const valueOfRatio = (ratio: string): number => {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return across / down
}

/** `1600:1200` as `4:3`. */
function simplest(ratio: string): string {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))
  const by = Number.isInteger(across) && Number.isInteger(down) ? common(across, down) : 1
  return `${across / by}:${down / by}`
}

/** The largest rectangle of a ratio in the middle of a photo. */
function middle(own: number, wanted: number): Frame {
  const [width, height] = [Math.min(1, wanted / own), Math.min(1, own / wanted)]
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height }
}

type Problem = Verdict['problems'][number]

/** Where on the photo a broken rule is to be seen, in fractions. What is about the file is at a corner. */
export function placeOfProblem({ rule }: Pick<Problem, 'rule'>, { frame }: PlatformShape): { x: number; y: number } {
  const [corner, far] = [0.06, 0.94]
  const strip = (start: number) => Math.max(0.04, start / 2)
  const places: Readonly<Record<string, { x: number; y: number }>> = {
    aspect: frame.width < 1 ? { x: strip(frame.x), y: 0.5 } : { x: 0.5, y: strip(frame.y) },
    size: { x: far, y: far },
    format: { x: corner, y: corner },
    weight: { x: 0.16, y: corner },
    orientation: { x: far, y: corner },
    place: { x: 0.84, y: corner },
    generated: { x: corner, y: far },
    dark: { x: 0.42, y: 0.5 },
    blurred: { x: 0.58, y: 0.5 },
    colour: { x: 0.5, y: 0.62 },
  }
  return places[rule] ?? { x: 0.5, y: 0.38 }
}
