// White ware, clipped pixels and dim dishes after every operation that changes light or colour.

import { join } from 'node:path'
import type { Cielab } from '@platelight/imaging/colour/cielab.ts'
import { PRESETS } from '@platelight/imaging/tone/enhance-presets.ts'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import {
  changed,
  DIM_DISH,
  type DrawnPhoto,
  isWhite,
  type LightMeasures,
  lightOperations,
  measureLight,
  menuTraits,
  readDrawnPhotos,
  WHITE_WARE,
  WITHOUT_NETWORK,
} from '../light-trials.ts'
import type { Check, Quality } from '../quality-check.ts'
import { pngOf } from '../quality-samples.ts'

const PRESET_NAMES = PRESETS.map(({ id }) => id)
const WARE_OPERATIONS = [...PRESET_NAMES, WITHOUT_NETWORK, 'ai-enhance', 'smart-edit', 'match'] as const
/** What rounding and texture move. */
const UNSEEN = 0.5
/** A dim dish gains at least so much; noise is seen above so many codes. */
const DIM = { gain: 2, noise: 3, louder: 1.6 }
const DIM_OPERATIONS = [...PRESET_NAMES, 'ai-enhance', 'smart-edit'] as const
const SHOWN = ['balanced', 'social-media', 'ai-enhance', 'match', 'smart-edit'] as const

interface Tried {
  readonly name: string
  readonly before: LightMeasures
  readonly after: Readonly<Record<string, LightMeasures>>
}

const HALVES = [
  ['never fitted', 'judged'],
  ['fitted', 'fitted'],
] as const

/** Judges light and colour on the photos that somebody drew by hand. */
export const lightQuality: Quality = async ({ photos, into }) => {
  const drawn = await readDrawnPhotos(photos)
  const checks: Check[] = []
  for (const [half, kind] of HALVES) {
    const some = drawn.filter(({ mask }) => mask.half === kind)
    if (some.length === 0) continue
    const tried = await tryAll(some, into, kind)
    checks.push(
      ...WARE_OPERATIONS.map((operation) => wareCheck(half, operation, tried)),
      unharmedCheck(half, tried),
      blueCheck(half, tried),
      ...Object.keys(tried[0]?.after ?? {}).map((operation) => clippedCheck(half, operation, tried)),
      ...DIM_OPERATIONS.map((operation) => dimCheck(half, operation, tried)),
    )
  }
  return checks
}

async function tryAll(photos: readonly DrawnPhoto[], into: string, kind: string): Promise<Tried[]> {
  const operations = lightOperations(await menuTraits(photos))
  const tried: Tried[] = []
  const rows: Cell[][] = []
  for (const photo of photos) {
    const after: Record<string, LightMeasures> = {}
    const row: Cell[] = [{ bytes: await pngOf(photo.pixels), caption: photo.name }]
    for (const [name, operation] of Object.entries(operations)) {
      const result = await changed(photo, operation)
      after[name] = measureLight(result, photo)
      if (SHOWN.some((shown) => shown === name)) row.push({ bytes: await pngOf(result), caption: name })
    }
    tried.push({ name: photo.name, before: measureLight(photo.pixels, photo), after })
    rows.push(row)
  }
  for (let first = 0; first < rows.length; first += 6) {
    await writeSheet(join(into, `light-${kind}-${first / 6 + 1}.jpg`), rows.slice(first, first + 6))
  }
  return tried
}

/** The values of one operation, beside those of the photo. */
const pairsOf = (tried: readonly Tried[], operation: string) =>
  tried.flatMap(({ name, before, after: { [operation]: after } }) => (after ? [{ name, before, after }] : []))

const asNote = (lines: readonly string[]): string => lines.slice(0, 4).join('; ')

function wareCheck(half: string, operation: string, tried: readonly Tried[]): Check {
  const ware = pairsOf(tried, operation).filter(({ before }) => before.ware)
  const white = ware.filter(({ after }) => isWhite(after))
  const others = ware
    .filter(({ after }) => !isWhite(after))
    .toSorted((a, b) => (a.after.ware?.lightness ?? 0) - (b.after.ware?.lightness ?? 0))
  return {
    what: `white ware after ${operation}, ${half}: L* of at least ${WHITE_WARE.lightness} and |b*| of at most ${WHITE_WARE.cast}`,
    target: operation === 'match' ? 'no fewer than in the photos' : 'all',
    ours: `${white.length} of ${ware.length}`,
    peer: '',
    met: operation === 'match' ? white.length >= countWhite(ware) : white.length === ware.length,
    note: `in the photos ${countWhite(ware)}; ${asNote(
      others.map(
        ({ name, before, after }) =>
          `${name} L* ${before.ware?.lightness.toFixed(0)} > ${after.ware?.lightness.toFixed(0)}, b* ${before.ware?.b.toFixed(0)} > ${after.ware?.b.toFixed(0)}`,
      ),
    )}`,
  }
}

const countWhite = (some: readonly { readonly before: LightMeasures }[]) =>
  some.filter(({ before }) => isWhite(before)).length

/** Chroma as it would be on well-lit ware, because the same cast has more of it where there is more light. */
const chromaOf = ({ lightness, a, b }: Cielab): number => Math.hypot(a, b) * atFullLight(lightness)
const atFullLight = (lightness: number): number => (90 + 16) / (lightness + 16)

const blueness = ({ lightness, b }: Cielab): number => -b * atFullLight(lightness)

const signed = (change: number): string => (change > 0 ? '+' : '') + change.toFixed(1)

/** Matching photos never makes white ware darker or more coloured. */
function unharmedCheck(half: string, tried: readonly Tried[]): Check {
  const ware = pairsOf(tried, 'match').flatMap(({ name, before, after }) =>
    before.ware && after.ware
      ? [
          {
            name,
            darker: before.ware.lightness - after.ware.lightness,
            tinted: chromaOf(after.ware) - chromaOf(before.ware),
          },
        ]
      : [],
  )
  const harmed = ware.filter(({ darker, tinted }) => darker > UNSEEN || tinted > UNSEEN)
  return {
    what: `match, ${half}: white ware that became darker or more coloured`,
    target: 'none',
    ours: `${harmed.length} of ${ware.length}`,
    peer: '',
    met: harmed.length === 0,
    note: asNote(harmed.map(({ name, darker, tinted }) => `${name} L* ${signed(-darker)}, chroma ${signed(tinted)}`)),
  }
}

/** A livelier picture never makes the shade on white ware bluer. */
function blueCheck(half: string, tried: readonly Tried[]): Check {
  const ware = pairsOf(tried, 'social-media').flatMap(({ name, before, after }) =>
    before.ware && after.ware ? [{ name, was: blueness(before.ware), is: blueness(after.ware) }] : [],
  )
  const bluer = ware.filter(({ was, is }) => is - Math.max(0, was) > UNSEEN && (was > 1 || is > WHITE_WARE.cast))
  return {
    what: `social-media, ${half}: white ware that became bluer`,
    target: 'none',
    ours: `${bluer.length} of ${ware.length}`,
    peer: '',
    met: bluer.length === 0,
    note: asNote(bluer.map(({ name, was, is }) => `${name} ${was.toFixed(1)} > ${is.toFixed(1)}`)),
  }
}

function clippedCheck(half: string, operation: string, tried: readonly Tried[]): Check {
  const beyond = pairsOf(tried, operation)
    .map(({ name, before, after }) => ({
      name,
      was: before.clipped,
      is: after.clipped,
      over: after.clipped - 1.5 * before.clipped - 0.01,
    }))
    .toSorted((a, b) => b.over - a.over)
  const over = beyond.filter((one) => one.over > 0)
  const worst = beyond[0]
  return {
    what: `clipped pixels after ${operation}, ${half}: more than 1.5 times the photo's and 1 %`,
    target: 'none',
    ours: `${over.length} of ${beyond.length}`,
    peer: '',
    met: over.length === 0,
    note: worst ? `worst ${worst.name} ${(100 * worst.was).toFixed(1)} % > ${(100 * worst.is).toFixed(1)} %` : '',
  }
}

function dimCheck(half: string, operation: string, tried: readonly Tried[]): Check {
  const dim = pairsOf(tried, operation).filter(({ before }) => before.dish < DIM_DISH)
  const isNoisy = ({ before, after }: (typeof dim)[number]) =>
    after.noise > DIM.noise && after.noise > DIM.louder * before.noise
  const left = dim.filter((one) => one.after.dish - one.before.dish < DIM.gain || isNoisy(one))
  const gains = dim.map(({ before, after }) => after.dish - before.dish).sort((a, b) => a - b)
  return {
    what: `dishes below L* ${DIM_DISH} after ${operation}, ${half}: gain at least ${DIM.gain} without noise`,
    target: 'all',
    ours: `${dim.length - left.length} of ${dim.length}, median gain ${(gains[gains.length >> 1] ?? 0).toFixed(1)}`,
    peer: '',
    met: left.length === 0,
    note: asNote(
      left.map(
        (one) =>
          `${one.name} L* ${one.before.dish.toFixed(0)} > ${one.after.dish.toFixed(0)}${isNoisy(one) ? `, noise ${one.before.noise.toFixed(1)} > ${one.after.noise.toFixed(1)}` : ''}`,
      ),
    ),
  }
}
