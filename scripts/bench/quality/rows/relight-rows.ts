import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { encodeLight, LINEAR } from '@platelight/imaging/colour/linear-light.ts'
import { maskPlane } from '@platelight/imaging/raster/masks/resize-mask.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { type LightDirection, lightPosition } from '@platelight/imaging/relight/light-source.ts'
import { relightPhoto } from '@platelight/imaging/relight/relight-photo.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { meanDeltaE } from '@platelight/imaging/testing/picture-measures.ts'
import sharp from 'sharp'
import { realNetworks } from '#server-testing/networks'
import { assessSubject } from '#server-testing/works'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { checksumOf, HALVES, type Half, halfOf, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'

const SIDE = 1024
const LAMP = { softness: 0.6, warmth: 0, strength: 0.5 } as const
const MEASURED: readonly LightDirection[] = ['left', 'right', 'top']
const SHOWN: readonly LightDirection[] = ['left', 'right', 'top', 'back']
const LEAST_GAIN = 1.25
const MOST_HUE = 6
/** A halo is a step of the gain at the mask's edge above this share. */
const MOST_STEP = 0.06

/** Luminance from which a place of the dish counts as white. */
const WHITE = 0.55

interface Measures {
  /** Light of the lit half over the other half, divided by the same ratio in the photo. */
  readonly gain: number
  /** Mean ΔE2000 inside the dish after both have the same light. */
  readonly hue: number
  /** Share of the dish's pixels that became 0 or 255. */
  readonly clipped: number
  /** Share of all pixels that are white or black, above 1.5 times that of the photo. */
  readonly moreClipped: number
  /** Mean change of L* where white ware lies on the lit side; undefined if none does. */
  readonly white: number | undefined
}

type Named = Measures & { readonly name: string; readonly half: Half }

const lightOf = ({ data, channels }: Pixels, i: number) =>
  0.2126 * (LINEAR[data[i * channels] ?? 0] ?? 0) +
  0.7152 * (LINEAR[data[i * channels + 1] ?? 0] ?? 0) +
  0.0722 * (LINEAR[data[i * channels + 2] ?? 0] ?? 0)

const lightnessOf = (light: number) => 116 * Math.cbrt(Math.max(light, 0.0089)) - 16

/** The same colours with this many times the light. */
const litAs = ({ data, channels }: Pixels, i: number, times: number): number[] =>
  [0, 1, 2].map((c) => Math.round(255 * encodeLight(Math.min(1, (LINEAR[data[i * channels + c] ?? 0] ?? 0) * times))))

const inARow = (codes: readonly number[]): Pixels => ({
  data: Uint8Array.from(codes),
  width: codes.length / 3,
  height: 1,
  channels: 3,
})

function measure(before: Pixels, after: Pixels, mask: Float32Array, direction: LightDirection): Measures {
  const toward = lightPosition({ direction, softness: LAMP.softness })
  const { width } = before
  let [total, x, y] = [0, 0, 0]
  mask.forEach((value, i) => {
    total += value
    x += value * (i % width)
    y += value * Math.floor(i / width)
  })
  const sums = { lit: [1e-9, 1e-9], other: [1e-9, 1e-9] }
  let clipped = 0
  const white = { change: 0, count: 0 }
  const [old, relit]: [number[], number[]] = [[], []]
  mask.forEach((value, i) => {
    if (value < 0.5) return
    const side = ((i % width) - x / total) * toward.x + (Math.floor(i / width) - y / total) * toward.y
    const sum = side > 0 ? sums.lit : sums.other
    const [was, is] = [lightOf(before, i), lightOf(after, i)]
    sum[0] = (sum[0] ?? 0) + was
    sum[1] = (sum[1] ?? 0) + is
    if (side > 0 && was > WHITE) {
      white.change += lightnessOf(is) - lightnessOf(was)
      white.count++
    }
    for (let c = 0; c < 3; c++) {
      const [code = 0, now = 0] = [before.data[3 * i + c], after.data[3 * i + c]]
      if ((now === 0 && code > 2) || (now === 255 && code < 253)) clipped += 1 / 3
    }
    // Near black has no hue to compare.
    if (i % 5 !== 0 || was < 0.01 || is < 0.01) return
    old.push(...litAs(before, i, 1))
    relit.push(...litAs(after, i, was / is))
  })
  const [lit, other] = [(sums.lit[1] ?? 0) / (sums.lit[0] ?? 1), (sums.other[1] ?? 0) / (sums.other[0] ?? 1)]
  return {
    gain: lit / other,
    hue: old.length > 0 ? meanDeltaE(inARow(old), inARow(relit)) : 0,
    clipped: clipped / Math.max(1, total),
    moreClipped: extremes(after) - 1.5 * extremes(before),
    white: white.count > 100 ? white.change / white.count : undefined,
  }
}

/** Share of the pixels that are white or black. */
function extremes({ data }: Pixels): number {
  let count = 0
  for (let i = 0; i < data.length; i += 3) {
    const codes = [...data.subarray(i, i + 3)]
    if (Math.min(...codes) >= 252 || Math.max(...codes) <= 3) count++
  }
  return (3 * count) / data.length
}

/** What a user would script: a grey ramp over the frame as soft light. */
function overlaid(png: Uint8Array, direction: LightDirection, { width, height }: Pixels): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-relight-'))
  const [from, to] = [join(folder, 'in.png'), join(folder, 'out.png')]
  writeFileSync(from, png)
  const turn = { left: '90', right: '270', top: '180', 'top-left': '135', 'top-right': '225', back: '180' }[direction]
  const ramp = ['(', '-size', `${width}x${height}`, '-define', `gradient:angle=${turn}`, 'gradient:gray75-gray25', ')']
  runProgram('ImageMagick', [from, ...ramp, '-compose', 'overlay', '-composite', to])
  const made = readFileSync(to)
  rmSync(folder, { recursive: true })
  return made
}

const raw = async (bytes: Uint8Array): Promise<Pixels> => {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: 3 }
}
const pngOf = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

/** The largest step of light between points three pixels apart across the mask's edge, on a plain grey scene. */
async function rimStep(mask: Float32Array, width: number, height: number): Promise<number> {
  const grey: Pixels = { data: new Uint8Array(width * height * 3).fill(118), width, height, channels: 3 }
  const alpha = Uint8Array.from(mask, (value) => Math.round(255 * value))
  await relightPhoto(grey, { alpha, width, height, confidence: 1, engine: 'given' }, { ...LAMP, direction: 'left' })
  const steps: number[] = []
  for (let i = 3; i < mask.length - 3; i++) {
    if ((mask[i - 3] ?? 0) < 0.5 === (mask[i + 3] ?? 0) < 0.5 || (i % width) - 3 < 0 || (i % width) + 3 >= width)
      continue
    steps.push(Math.abs(lightOf(grey, i + 1) / lightOf(grey, i - 2) - 1))
  }
  return steps.sort((a, b) => a - b)[Math.floor(steps.length * 0.99)] ?? 0
}

/** Relights every photo, compared with a gradient overlay. */
export const relightQuality: Quality = async ({ photos, into }) => {
  const networks = realNetworks()
  const drawn = readHandDrawnMasks()
  const ours: Named[] = []
  const peers: Measures[] = []
  const rims: { name: string; step: number }[] = []
  const rows: Cell[][] = []
  for (const path of photos) {
    const name = basename(path, extname(path))
    const file = readFileSync(path)
    const small = await sharp(file)
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    const before = await raw(small)
    const subject = await findSubject(before, networks)
    const mask = (await maskPlane(subject, before)).data
    const hand = drawn.get(checksumOf(file))
    const dish = hand ? Float32Array.from(await paintMask(hand.dish, before), (value) => value / 255) : mask
    const half = halfOf(hand)
    // As in the operation: without a dish the whole frame is lit, which the result says, and no dish has a lit side.
    const { usable } = assessSubject(subject)
    const row: Cell[] = [{ bytes: small, caption: usable ? name : `${name}, no dish found` }]
    for (const direction of SHOWN) {
      const after: Pixels = { ...before, data: Uint8Array.from(before.data) }
      await relightPhoto(after, usable ? subject : undefined, { ...LAMP, direction })
      row.push({ bytes: await pngOf(after), caption: direction })
      if (!(usable && MEASURED.includes(direction))) continue
      ours.push({ name: `${name} ${direction}`, half, ...measure(before, after, dish, direction) })
      const peer = overlaid(small, direction, before)
      peers.push(measure(before, await raw(peer), dish, direction))
      if (direction === 'left') row.splice(1, 0, { bytes: peer, caption: 'ImageMagick overlay, left' })
    }
    rims.push({ name, step: await rimStep(mask, before.width, before.height) })
    rows.push(row)
  }
  for (let at = 0; at < rows.length; at += 6) {
    await writeSheet(join(into, `relight-${at / 6 + 1}.jpg`), rows.slice(at, at + 6), { width: 420, height: 340 })
  }
  return checksOf(ours, peers, rims)
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const peer = (text: string) => `ImageMagick gradient overlay ${text}`

/** What is seen at a glance, for the photos of one half. */
function gainChecks(half: Half, all: readonly Named[]): Check[] {
  const some = all.filter((one) => one.half === half).sort((a, b) => a.gain - b.gain)
  const [weakest] = some
  if (!weakest) return []
  const whites = some.filter(({ white }) => white !== undefined).sort((a, b) => (a.white ?? 0) - (b.white ?? 0))
  const gain: Check = {
    what: `relight, ${half}: lit side over the other side, against the same ratio in the photo (worst photo)`,
    target: '≥ 25 %',
    ours: `${percent(weakest.gain - 1)}, median ${percent((some[some.length >> 1]?.gain ?? 1) - 1)}`,
    peer: '',
    met: weakest.gain >= LEAST_GAIN,
    note: weakest.name,
  }
  if (!whites[0]) return [gain]
  const white: Check = {
    what: `relight, ${half}: L* of white on the lit side against the photo (worst photo)`,
    target: '≥ -3',
    ours: (whites[0].white ?? 0).toFixed(1),
    peer: '',
    met: (whites[0].white ?? 0) >= -3,
    note: whites[0].name,
  }
  return [gain, white]
}

function checksOf(
  ours: readonly Named[],
  peers: readonly Measures[],
  rims: readonly { name: string; step: number }[],
): Check[] {
  const worst = <T>(all: readonly T[], by: (one: T) => number) => all.reduce((a, b) => (by(b) > by(a) ? b : a))
  const oddest = worst(ours, ({ hue }) => hue)
  const most = worst(ours, ({ clipped }) => clipped)
  const torn = worst(ours, ({ moreClipped }) => moreClipped)
  const halo = worst(rims, ({ step }) => step)
  return [
    ...HALVES.flatMap((half) => gainChecks(half, ours)),
    {
      what: 'relight: hue of the dish at equal light, mean ΔE2000 (worst photo)',
      target: `≤ ${MOST_HUE}`,
      ours: oddest.hue.toFixed(2),
      peer: peer(Math.max(...peers.map(({ hue }) => hue)).toFixed(2)),
      met: oddest.hue <= MOST_HUE,
      note: oddest.name,
    },
    {
      what: 'relight: pixels of the dish driven to black or white (worst photo)',
      target: '≤ 0.5 %',
      ours: percent(most.clipped),
      peer: peer(percent(Math.max(...peers.map(({ clipped }) => clipped)))),
      met: most.clipped <= 0.005,
      note: most.name,
    },
    {
      what: 'relight: white or black pixels above 1.5 times those of the photo (worst photo)',
      target: '≤ 1.0 %',
      ours: percent(torn.moreClipped),
      peer: peer(percent(Math.max(...peers.map(({ moreClipped }) => moreClipped)))),
      met: torn.moreClipped <= 0.01,
      note: torn.name,
    },
    {
      what: 'relight: step of the light across the rim on plain grey, 99th of 100 places (worst photo)',
      target: `≤ ${percent(MOST_STEP)} in 3 pixels`,
      ours: percent(halo.step),
      peer: '',
      met: halo.step <= MOST_STEP,
      note: halo.name,
    },
  ]
}
