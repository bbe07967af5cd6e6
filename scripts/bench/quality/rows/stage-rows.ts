import { readFileSync } from 'node:fs'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findByStages, findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { inferMask } from '@platelight/imaging/segmentation/mask/infer-mask.ts'
import { STAGES } from '@platelight/imaging/segmentation/subject-stages.ts'
import { realNetworks } from '#server-testing/networks'
import { checksumOf, overlapOf, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'
import { rememberingNetworks } from '../remembering-networks.ts'

/** From this overlap on a mask is right, and from this confidence on it is sure. */
const [GOOD, SURE] = [0.9, 0.9]

interface Mask {
  readonly alpha: Uint8Array
  readonly width: number
  readonly height: number
  readonly confidence?: number
}

/** What is compared: the cut-out network alone, the whole search, and the search without each of its stages. */
const TRIALS: Readonly<Record<string, (pixels: Pixels, networks: Networks) => Promise<Mask | undefined>>> = {
  'all stages': findSubject,
  ...Object.fromEntries(
    [512, 768, 1024].map((side) => [
      `the network alone at ${side}`,
      async (pixels: Pixels, networks: Networks) => {
        const network = await networks.find('cutout')
        return network && inferMask(pixels, network, side)
      },
    ]),
  ),
  ...Object.fromEntries(
    [...new Set(STAGES.map(({ name }) => name))].map((left) => [
      `without ${left}`,
      (pixels: Pixels, networks: Networks) =>
        findByStages(
          pixels,
          networks,
          {},
          STAGES.filter(({ name }) => name !== left),
        ),
    ]),
  ),
}

interface Judged {
  readonly half: 'fitted' | 'judged'
  readonly overlap: number
  readonly confidence: number
  readonly seconds: number
}

/** Measures what each stage of the search for a subject is worth, on the photos with masks drawn by hand. */
export const stageQuality: Quality = async ({ photos }) => {
  const masks = readHandDrawnMasks()
  const real = realNetworks()
  const { networks, forget } = rememberingNetworks(real)
  const judged = new Map<string, Judged[]>(Object.keys(TRIALS).map((name) => [name, []]))
  for (const photo of photos) {
    const bytes = readFileSync(photo)
    const drawn = masks.get(checksumOf(bytes))
    if (!drawn) continue
    const pixels = await decodeImage(bytes)
    // Networks answer once, so that the seconds are those of the stages. Those of the network alone follow them.
    await findSubject(pixels, networks)
    for (const [name, find] of Object.entries(TRIALS)) {
      const before = process.cpuUsage()
      const mask = await find(pixels, networks)
      const { user, system } = process.cpuUsage(before)
      if (!mask) continue
      judged.get(name)?.push({
        half: drawn.half,
        overlap: overlapOf(mask.alpha, await paintMask(drawn.dish, mask)),
        confidence: mask.confidence ?? 0,
        seconds: (user + system) / 1e6,
      })
    }
    forget()
  }
  await real.close()
  const whole = mean(judged.get('all stages') ?? [])
  return [...judged].map(([name, some]) => checkOf(name, some, whole))
}

const mean = (some: readonly Judged[], of: 'overlap' | 'seconds' = 'overlap'): number =>
  some.reduce((sum, one) => sum + one[of], 0) / Math.max(1, some.length)

function checkOf(name: string, some: readonly Judged[], whole: number): Check {
  const good = some.filter(({ overlap }) => overlap >= GOOD)
  const sure = some.filter(({ confidence }) => confidence >= SURE)
  const half = (which: Judged['half']) => mean(some.filter((one) => one.half === which)).toFixed(3)
  return {
    what: `stages of the search for a subject: ${name}`,
    target: name === 'all stages' ? 'the highest mean IoU' : 'below that of all stages',
    ours: `mean IoU ${mean(some).toFixed(4)}, ${good.length} of ${some.length} at ${GOOD}`,
    peer: '',
    met: name === 'all stages' || mean(some) <= whole,
    note: `never fitted ${half('judged')}, fitted ${half('fitted')}; of ${sure.length} sure ones ${sure.filter(({ overlap }) => overlap >= GOOD).length} right; ${mean(some, 'seconds').toFixed(2)} s of the processor, networks left out`,
  }
}
