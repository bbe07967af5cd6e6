import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import { maskBox } from '@platelight/imaging/raster/masks/mask-box.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { randomSequence } from '@platelight/imaging/raster/random-sequence.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { HintBox } from '@platelight/imaging/segmentation/hint-places.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { type HintStroke, MARK, paintStrokes } from '@platelight/imaging/segmentation/subject-strokes.ts'
import sharp from 'sharp'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { checksumOf, type HandDrawnMask, overlapOf, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'
import { rememberingNetworks } from '../remembering-networks.ts'
import { nextStroke } from '../robot-strokes.ts'

/** From this overlap on a cut-out shows the dish as somebody would cut it by hand. */
const GOOD = 0.9
/** From this confidence on nobody is asked to look. */
const SURE = 0.9
/** How far a side of a box is drawn beside its place at most, as a share of the box. */
const PLAY = 0.05
const BOXES = 3
const STROKES = 2
/** How many of the worst of each kind the sheet shows. */
const SHOWN = 12

const KINDS = ['box', 'one stroke', 'two strokes'] as const

/** What came of one hint. */
interface HintTrial {
  readonly name: string
  readonly half: HandDrawnMask['half']
  readonly kind: (typeof KINDS)[number]
  readonly hint: SubjectHint
  readonly found: Subject
  readonly truth: Uint8Array
  readonly overlap: number
  /** Share of the mask or of the strokes where the mask contradicts the hint. */
  readonly contradicted: number
}

/** Compares what is found with hints with masks drawn by hand: boxes with some play, and the strokes of a robot. */
export const hintQuality =
  ({ networks }: { readonly networks: Networks }): Quality =>
  async ({ photos, into }) => {
    const masks = readHandDrawnMasks()
    const trials: HintTrial[] = []
    for (const photo of photos) {
      const mask = masks.get(checksumOf(readFileSync(photo)))
      if (mask) trials.push(...(await tryHints(photo, mask, rememberingNetworks(networks).networks)))
    }
    await Promise.all(KINDS.map((kind) => drawWorst(join(into, `${kind.replace(' ', '-')}.jpg`), photos, trials, kind)))
    return hintChecks(trials)
  }

/** What comes of three boxes around the dish of a photo, and of one stroke and of two. */
async function tryHints(photo: string, mask: HandDrawnMask, networks: Networks): Promise<HintTrial[]> {
  const pixels = await decodeImage(readFileSync(photo))
  const bare = await findSubject(pixels, networks)
  const truth = await paintMask(mask.dish, bare)
  const trials: HintTrial[] = []
  const attempt = async (kind: HintTrial['kind'], hint: SubjectHint) => {
    const found = await findSubject(pixels, networks, hint)
    const judged = { overlap: overlapOf(found.alpha, truth), contradicted: contradictedShare(found, hint) }
    trials.push({ name: parse(photo).name, half: mask.half, kind, hint, found, truth, ...judged })
    return found
  }
  const random = randomSequence(Number.parseInt(mask.sha256.slice(0, 8), 16))
  for (let i = 0; i < BOXES; i++) await attempt('box', { box: boxWithPlay({ ...bare, alpha: truth }, random) })
  const strokes: HintStroke[] = []
  for (let found = bare; strokes.length < STROKES; ) {
    strokes.push(await nextStroke(found, { ...bare, alpha: truth }))
    found = await attempt(strokes.length === 1 ? 'one stroke' : 'two strokes', { strokes: [...strokes] })
  }
  return trials
}

/** The box of a mask with each side moved at random. */
function boxWithPlay(truth: Parameters<typeof maskBox>[1] & { alpha: Uint8Array }, random: () => number): HintBox {
  const box = maskBox(truth.alpha, truth, 128)
  if (!box) throw new Error('a drawn mask is empty')
  const moved = (at: number, length: number, side: number) =>
    Math.min(1, Math.max(0, (at + (2 * random() - 1) * PLAY * length) / side))
  const x = moved(box.left, box.width, truth.width)
  const y = moved(box.top, box.height, truth.height)
  const width = moved(box.left + box.width, box.width, truth.width) - x
  return { x, y, width, height: moved(box.top + box.height, box.height, truth.height) - y }
}

const isSubject = (alpha = 0): boolean => alpha >= 128

function contradictedShare({ alpha, width, height }: Subject, { box, strokes = [] }: SubjectHint): number {
  const [seen, other] = [new Uint8Array(alpha.length), box ? undefined : paintStrokes(strokes, { width, height })]
  if (other) {
    const marked = other.reduce((count, mark) => count + (mark === MARK.none ? 0 : 1), 0)
    const wrong = other.filter((mark, i) => mark !== MARK.none && (mark === MARK.keep) !== isSubject(alpha[i]))
    return wrong.length / marked
  }
  if (!box) return 0
  // The pixel in which a side lies counts as inside.
  const [acrossPlay, downPlay] = [PLAY * box.width + 1 / width, PLAY * box.height + 1 / height]
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height]
    const isIn =
      x > box.x - acrossPlay &&
      x < box.x + box.width + acrossPlay &&
      y > box.y - downPlay &&
      y < box.y + box.height + downPlay
    seen[i] = !isIn && isSubject(alpha[i]) ? 1 : 0
  }
  return seen.reduce((sum, bit) => sum + bit, 0) / alpha.length
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function hintChecks(trials: readonly HintTrial[]): Check[] {
  const halves = [
    ['all', trials],
    ['never fitted', trials.filter(({ half }) => half === 'judged')],
    ['fitted', trials.filter(({ half }) => half === 'fitted')],
  ] as const
  return [
    ...KINDS.flatMap((kind) =>
      halves.map(([half, some]) =>
        overlapCheck(
          `${kind}, ${half}`,
          some.filter((one) => one.kind === kind),
          kind === 'box' ? 0.95 : 0.98,
        ),
      ),
    ),
    honestyCheck(trials),
    obedienceCheck(trials),
  ]
}

function overlapCheck(what: string, some: readonly HintTrial[], least: number): Check {
  const share = some.filter(({ overlap }) => overlap >= GOOD).length / some.length
  const worst = some.toSorted((one, other) => one.overlap - other.overlap).slice(0, 5)
  return {
    what: `subject with a hint, ${what}: IoU of at least ${GOOD}`,
    target: `>= ${100 * least} % of the masks`,
    ours: `${(100 * share).toFixed(1)} % of ${some.length}, mean ${mean(some.map(({ overlap }) => overlap)).toFixed(3)}`,
    peer: '',
    met: share >= least,
    note: `worst ${worst.map(({ name, overlap }) => `${name} ${overlap.toFixed(2)}`).join(', ')}`,
  }
}

function honestyCheck(trials: readonly HintTrial[]): Check {
  const sure = trials.filter(({ found }) => found.confidence >= SURE)
  const right = sure.filter(({ overlap }) => overlap >= GOOD)
  return {
    what: `subject with a hint: of those with a confidence of at least ${SURE}, right`,
    target: '>= 95 %',
    ours:
      sure.length === 0 ? 'none is as sure' : `${((100 * right.length) / sure.length).toFixed(0)} % of ${sure.length}`,
    peer: '',
    met: right.length >= 0.95 * sure.length,
    note: '',
  }
}

function obedienceCheck(trials: readonly HintTrial[]): Check {
  const against = trials.filter(({ contradicted }) => contradicted > 0)
  const worst = against.toSorted((one, other) => other.contradicted - one.contradicted)[0]
  return {
    what: 'subject with a hint: masks that contradict it',
    target: 'none',
    ours: `${against.length} of ${trials.length}`,
    peer: '',
    met: against.length === 0,
    note: worst ? `worst ${worst.name}, ${worst.kind}` : '',
  }
}

/** Draws the worst of a kind: the hint, with the outlines of the mask (white) and of the drawing (blue). */
async function drawWorst(
  file: string,
  photos: readonly string[],
  trials: readonly HintTrial[],
  kind: HintTrial['kind'],
): Promise<void> {
  const worst = trials.filter((one) => one.kind === kind).toSorted((one, other) => one.overlap - other.overlap)
  const names = [...new Set(worst.map(({ name }) => name))].slice(0, SHOWN)
  const cells = await Promise.all(
    names.map(async (name): Promise<Cell> => {
      const trial = worst.find((one) => one.name === name) as HintTrial
      const photo = photos.find((path) => parse(path).name === name) as string
      const caption = `${name} ${trial.overlap.toFixed(2)} (${trial.found.confidence.toFixed(2)})`
      return { bytes: await drawTrial(await decodeImage(readFileSync(photo)), trial), caption }
    }),
  )
  if (cells.length > 0)
    await writeSheet(
      file,
      [0, 4, 8].map((at) => cells.slice(at, at + 4)).filter((row) => row.length),
    )
}

async function drawTrial(pixels: Pixels, { found, truth, hint }: HintTrial): Promise<Buffer> {
  const { width, height, alpha } = found
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const data = await sharp(pixels.data, { raw }).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const marks = paintStrokes(hint.strokes ?? [], found)
  const paint = (i: number, colour: readonly number[]) => data.set(colour, 3 * i)
  const isEdge = (of: Uint8Array, i: number) =>
    [1, 2, width, 2 * width].some((step) => isSubject(of[i]) !== isSubject(of[i + step]))
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height]
    if (!isSubject(alpha[i]))
      paint(
        i,
        [...data.subarray(3 * i, 3 * i + 3)].map((value) => 0.5 * value),
      )
    if (isEdge(truth, i)) paint(i, [60, 140, 255])
    if (isEdge(alpha, i)) paint(i, [255, 255, 255])
    if (marks[i] !== MARK.none) paint(i, marks[i] === MARK.keep ? [60, 220, 60] : [230, 40, 40])
    if (hint.box && isOnBox(hint.box, x, y, 1.5 / width)) paint(i, [255, 210, 0])
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

const isOnBox = (box: HintBox, x: number, y: number, near: number) => {
  const outside = Math.max(box.x - x, x - box.x - box.width, box.y - y, y - box.y - box.height)
  return Math.abs(outside) < near
}
