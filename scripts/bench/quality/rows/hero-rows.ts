import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { type HeroShot, makeHeroShot } from '@platelight/imaging/hero/make-hero-shot.ts'
import { dishExtent } from '@platelight/imaging/hero/place-in-frame.ts'
import { BACKDROPS, type Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import sharp from 'sharp'
import { realNetworks } from '#server-testing/networks'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { checksumOf, HALVES, type Half, halfOf, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'

const SIDE = 1600
const ASPECT = 4 / 3

interface Judged {
  readonly name: string
  readonly half: Half
  readonly fill: number
  readonly whole: boolean
  readonly crops: boolean
  /** Luma under the dish over luma above it, on the light backdrop; undefined when there is no room to measure. */
  readonly shadow: number | undefined
  /** Mean colour of the edge around the dish compared with the same backdrop farther out: ΔE without lightness. */
  readonly fringe: number | undefined
}

/** Luma and the two colour differences of a small patch. */
function patch({ data, width, height }: Pixels, x: number, y: number): readonly [number, number, number] | undefined {
  if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) return undefined
  const sums = [0, 0, 0]
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const at = ((y + dy) * width + x + dx) * 3
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (data[at + c] ?? 0) / 25
    }
  }
  const [r = 0, g = 0, b = 0] = sums
  return [0.299 * r + 0.587 * g + 0.114 * b, r - g, b - g]
}

/** Compares the surface below the dish with that above it, and the colour of the edge with that of the backdrop. */
function judge(name: string, half: Half, { pixels, plan, warnings }: HeroShot, subject: Subject): Judged {
  const extent = dishExtent(subject)
  const cut = warnings.some(({ code }) => code === 'dish_cut')
  const base = {
    name,
    half,
    fill: Math.max(plan.fill.across, plan.fill.down),
    whole: !cut,
    crops: plan.fill.across > 1.002 || plan.fill.down > 1.002,
  }
  if (!extent || cut) return { ...base, shadow: undefined, fringe: undefined }
  const [width, height] = [plan.fill.across * pixels.width, plan.fill.down * pixels.height]
  const middle = (pixels.height - height) * (plan.tilt === 1 ? 0.495 : 0.545) + (plan.tilt === 1 ? 0 : height * 0.045)
  const x = Math.round(pixels.width / 2)
  const off = Math.round(0.02 * width)
  const above = patch(pixels, x, Math.round(middle) - off)
  const below = patch(pixels, x, Math.round(middle + height) + off)
  const ring = [above, below].filter((one) => one !== undefined)
  const far = patch(pixels, 8, Math.round(pixels.height / 2))
  const fringe = far && Math.max(...ring.map((one) => Math.hypot(one[1] - far[1], one[2] - far[2])))
  return { ...base, shadow: above && below && below[0] / above[0], fringe }
}

/** Hero shots of every photo on every backdrop. Framing and shadow are measured, the rest is for looking at. */
export const heroQuality: Quality = async ({ photos, into }) => {
  const networks = realNetworks()
  const masks = readHandDrawnMasks()
  const judged: Judged[] = []
  const rows: Cell[][] = []
  for (const path of photos) {
    const name = basename(path, extname(path))
    const bytes = readFileSync(path)
    const hand = masks.get(checksumOf(bytes))
    const half = halfOf(hand)
    const photo = sharp(bytes).autoOrient().resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    const { data, info } = await photo.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const pixels: Pixels = { data, width, height, channels: 3 }
    const subject = await findSubject(pixels, networks)
    const row: Cell[] = [{ bytes: await jpegOf(pixels), caption: `${name} ${subject.confidence.toFixed(2)}` }]
    const shots = new Map<Backdrop, HeroShot>()
    for (const backdrop of BACKDROPS) {
      const shot = await makeHeroShot(pixels, subject, { backdrop, aspect: ASPECT })
      if (!shot) continue
      shots.set(backdrop, shot)
      row.push({ bytes: await jpegOf(shot.pixels), caption: `${backdrop}, tilt ${shot.plan.tilt.toFixed(2)}` })
    }
    const light = shots.get('studio-light')
    if (light) judged.push(judge(name, half, light, subject))
    rows.push(row)
  }
  for (let at = 0; at < rows.length; at += 4) {
    await writeSheet(join(into, `hero-${at / 4 + 1}.jpg`), rows.slice(at, at + 4), { width: 480, height: 360 })
  }
  return HALVES.flatMap((half) => {
    const some = judged.filter((one) => one.half === half)
    return some.length > 0 ? checksOf(half, some) : []
  })
}

const jpegOf = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .resize(960, 960, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 92 })
    .toBuffer()

function checksOf(half: Half, judged: readonly Judged[]): Check[] {
  const whole = judged.filter((one) => one.whole)
  const odd = whole.filter(({ fill }) => fill < 0.62 || fill > 0.75)
  const shadows = whole.flatMap(({ name, shadow }) => (shadow === undefined ? [] : [{ name, value: shadow }]))
  const fringes = whole.flatMap(({ name, fringe }) => (fringe === undefined ? [] : [{ name, value: fringe }]))
  const most = (all: readonly { name: string; value: number }[]) =>
    all.reduce((a, b) => (b.value > a.value ? b : a), { name: '', value: 0 })
  const [brightest, oddest] = [most(shadows), most(fringes)]
  const fills = whole.map(({ fill }) => fill)
  const cropped = judged.filter(({ crops }) => crops)
  return [
    {
      what: `hero-shot, ${half}: a whole dish fills the frame`,
      target: '62 to 75 %',
      ours:
        whole.length === 0
          ? '-'
          : `${(100 * Math.min(...fills)).toFixed(0)} to ${(100 * Math.max(...fills)).toFixed(0)} %`,
      peer: '',
      met: odd.length === 0 && whole.length > 0,
      note: `${judged.length - whole.length} of ${judged.length} are cut by their photo, and say so; ${cropped.length} of those are cut further by the frame`,
    },
    {
      what: `hero-shot, ${half}: the surface below the dish is darker than above it (worst photo, luma)`,
      target: '≤ 0.97',
      ours: brightest.value.toFixed(2),
      peer: '',
      met: brightest.value <= 0.97 && shadows.length > 0,
      note: brightest.name,
    },
    {
      what: `hero-shot, ${half}: colour of the backdrop beside the dish against farther out (worst photo, levels)`,
      target: '≤ 8',
      ours: oddest.value.toFixed(1),
      peer: '',
      met: oddest.value <= 8 && fringes.length > 0,
      note: oddest.name,
    },
  ]
}
