// Photos in light that the photos of a folder may lack, and cropped so that the frame cuts the dish.

import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import { resizeMask } from '@platelight/imaging/raster/masks/resize-mask.ts'
import { makeAnalysisCopy } from '@platelight/imaging/raster/scaling/analysis-copy.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { PRESETS } from '@platelight/imaging/tone/enhance-presets.ts'
import { realNetworks } from '#server-testing/networks'
import { autoLevelled } from '../../image-magick.ts'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { checksumOf, HALVES, halfOf, overlapOf, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import { changed, type DrawnPhoto, enhanced, isWhite, measureLight, readDrawnPhotos } from '../light-trials.ts'
import { CROPS, type Drawn, inHaze, inLight, LIGHTS } from '../photos/altered-photos.ts'
import type { Check, Quality } from '../quality-check.ts'
import { pngOf } from '../quality-samples.ts'

/** Long side of the photos before they are altered. */
const SIDE = 1600
/** From this overlap on a cut-out is right, and from this confidence on it is sure. */
const [GOOD, SURE] = [0.9, 0.9]

/** Judges white ware in other light, and cut-outs of photos whose frame cuts the dish or that were taken in a dark room. */
export const alteredQuality: Quality = async ({ photos, into }) => [
  ...(await wareChecks(photos, into)),
  ...(await cutOutChecks(photos)),
]

const WARE_LIGHTS = [
  ...Object.entries(LIGHTS).map(
    ([name, light]) => [name, (photo: DrawnPhoto) => inLight(photo.pixels, light)] as const,
  ),
  ['haze', (photo: DrawnPhoto) => inHaze(photo.pixels)] as const,
]

async function wareChecks(paths: readonly string[], into: string): Promise<Check[]> {
  const drawn = (await readDrawnPhotos(paths)).filter(({ mask }) => mask.whiteWare.length > 0)
  const checks: Check[] = []
  for (const [name, relit] of WARE_LIGHTS) {
    const seen: { readonly half: string; readonly was: boolean; readonly is: boolean; readonly peer: boolean }[] = []
    const rows: Cell[][] = []
    for (const photo of drawn) {
      const taken = { ...photo, pixels: relit(photo) }
      const ours = await changed(taken, (pixels, subject) => enhanced(pixels, PRESETS[0], subject))
      const [before, after] = [await pngOf(taken.pixels), await pngOf(ours)]
      const levelled = autoLevelled(before)
      const white = (pixels: DrawnPhoto['pixels']) => isWhite(measureLight(pixels, photo))
      seen.push({
        half: halfOf(photo.mask),
        was: white(taken.pixels),
        is: white(ours),
        peer: levelled !== undefined && white(await decodeImage(levelled)),
      })
      rows.push([
        { bytes: before, caption: `${photo.name}, ${name}` },
        { bytes: after, caption: 'balanced' },
      ])
    }
    await writeSheet(join(into, `altered-${name.replaceAll(' ', '-')}.jpg`), rows)
    for (const half of HALVES) {
      const some = seen.filter((one) => one.half === half)
      if (some.length > 0) checks.push(wareCheck(name, half, some))
    }
  }
  return checks
}

function wareCheck(
  name: string,
  half: string,
  some: readonly { readonly was: boolean; readonly is: boolean; readonly peer: boolean }[],
): Check {
  const count = (trait: 'was' | 'is' | 'peer') => some.filter((one) => one[trait]).length
  return {
    what: `white ware after balanced, ${half}, of photos in other light: ${name}`,
    target: '>= 75 % of the photos, and more than with the peer',
    ours: `${count('is')} of ${some.length}`,
    peer: `ImageMagick -auto-level ${count('peer')}`,
    met: count('is') >= 0.75 * some.length && count('is') > count('peer'),
    note: `in the photos ${count('was')}`,
  }
}

const CUT_OUTS: Readonly<Record<string, (drawn: Drawn) => Drawn>> = {
  ...CROPS,
  'in a dark room': (drawn) => ({ ...drawn, pixels: inLight(drawn.pixels, LIGHTS['dark room']) }),
}

interface CutOut {
  readonly name: string
  readonly half: string
  readonly overlap: number
  readonly confidence: number
  /** Of colours alone. */
  readonly peer: number
}

async function cutOutChecks(paths: readonly string[]): Promise<Check[]> {
  const masks = readHandDrawnMasks()
  const networks = realNetworks()
  const judged = new Map<string, CutOut[]>(Object.keys(CUT_OUTS).map((name) => [name, []]))
  for (const path of paths) {
    const bytes = readFileSync(path)
    const mask = masks.get(checksumOf(bytes))
    if (!mask) continue
    const pixels = await makeAnalysisCopy(await decodeImage(bytes), SIDE)
    const drawn = { pixels, dish: await paintMask(mask.dish, pixels) }
    for (const [name, alter] of Object.entries(CUT_OUTS)) {
      const altered = alter(drawn)
      const [ours, classical] = [
        await findSubject(altered.pixels, networks),
        await findSubject(altered.pixels, NO_NETWORKS),
      ]
      const { width, height } = altered.pixels
      const truth = await resizeMask({ alpha: altered.dish, width, height }, ours)
      judged.get(name)?.push({
        name: parse(path).name,
        half: halfOf(mask),
        confidence: ours.confidence,
        overlap: overlapOf(ours.alpha, truth),
        peer: overlapOf(classical.alpha, truth),
      })
    }
  }
  await networks.close()
  return HALVES.flatMap((half) => {
    const of = (all: readonly CutOut[]) => all.filter((one) => one.half === half)
    const all = of([...judged.values()].flat())
    if (all.length === 0) return []
    return [...[...judged].map(([name, some]) => overlapCheck(name, half, of(some))), sureCheck(half, all)]
  })
}

function overlapCheck(name: string, half: string, some: readonly CutOut[]): Check {
  const good = some.filter(({ overlap }) => overlap >= GOOD).length
  const peer = some.filter((one) => one.peer >= GOOD).length
  return {
    what: `cut-out, ${half}, of photos ${name}: IoU of at least ${GOOD}`,
    target: '>= 75 % of the photos, and more than with the peer',
    ours: `${good} of ${some.length}`,
    peer: `colours alone ${peer}`,
    met: good >= 0.75 * some.length && good > peer,
    note: '',
  }
}

function sureCheck(half: string, all: readonly CutOut[]): Check {
  const sure = all.filter(({ confidence }) => confidence >= SURE)
  const right = sure.filter(({ overlap }) => overlap >= GOOD)
  const wrong = sure.filter(({ overlap }) => overlap < GOOD).toSorted((a, b) => a.overlap - b.overlap)
  return {
    what: `cut-out, ${half}, of altered photos: of those with a confidence of at least ${SURE}, right`,
    target: '>= 95 %',
    ours: sure.length === 0 ? 'none is as sure' : `${right.length} of ${sure.length}`,
    peer: '',
    met: sure.length > 0 && right.length >= 0.95 * sure.length,
    note: wrong
      .slice(0, 4)
      .map(({ name, overlap }) => `${name} ${overlap.toFixed(2)}`)
      .join('; '),
  }
}
