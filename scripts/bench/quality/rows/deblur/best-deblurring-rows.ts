import { basename } from 'node:path'
import { addNetworkDetail } from '@platelight/imaging/deblur/network-detail.ts'
import { removeBlur } from '@platelight/imaging/deblur/remove-blur.ts'
import type { Network } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { realNetworks } from '#server-testing/networks'
import { inHalves } from '../../hand-drawn-masks.ts'
import type { Check, Quality } from '../../quality-check.ts'
import { cropOf, median } from '../../quality-samples.ts'
import { psnr } from '../../ssim.ts'
import { blurred, defocus, gaussian, motion } from './blurred-photos.ts'

const CROP = 384
const NOISE = 0.7
const BORDER = 24
/** Smaller losses are invisible, in dB. */
const UNSEEN = 0.1

const BLURS = {
  'soft, deviation 2': gaussian(2),
  'out of focus, radius 4': defocus(4),
  'moved 9 pixels': motion(9, 0.6),
} as const

interface Figures {
  readonly photo: string
  /** What the network adds to the photo without blur, in dB. */
  readonly gain: number
  /** Whether its result was kept. */
  readonly kept: boolean
}

/** What quality best adds to quality fast, for the photos that fix-blur corrects. */
export const bestDeblurringQuality: Quality = async ({ photos }) => {
  const networks = realNetworks()
  const network = await networks.find('upscale')
  if (!network) throw new Error('The row needs a network for enlarging.')
  const checks: Check[] = []
  for (const [name, kernel] of Object.entries(BLURS)) {
    for (const [half, some] of inHalves(photos)) {
      const figures: Figures[] = []
      for (const photo of some) {
        const truth = await cropOf(photo, CROP)
        const one = await measure(truth, blurred(truth, kernel, NOISE), network)
        if (one) figures.push({ photo: basename(photo), ...one })
      }
      if (figures.length > 0) checks.push(...checksOf(`fix-blur best, ${name}, ${half}`, figures))
    }
  }
  await networks.close()
  return checks
}

/** Undefined for a photo that the network does not get. */
async function measure(truth: Pixels, soft: Pixels, network: Network) {
  const made = { ...soft, data: Uint8Array.from(soft.data) }
  const found = removeBlur(made)
  if (!found || found.sharp || found.unclear || found.blur.kind === 'shake') return undefined
  const before = psnr(made, truth, BORDER)
  const kept = await addNetworkDetail(made, soft, found.blur, network)
  return { gain: psnr(made, truth, BORDER) - before, kept }
}

function checksOf(what: string, figures: readonly Figures[]): Check[] {
  const gain = median(figures.map((one) => one.gain))
  const worst = figures.reduce((least, one) => (one.gain < least.gain ? one : least))
  return [
    {
      what: `${what}: PSNR gained over fast, dB`,
      target: 'median above 0',
      ours: gain.toFixed(2),
      peer: '',
      met: gain > 0,
      note: `kept for ${figures.filter(({ kept }) => kept).length} of ${figures.length}`,
    },
    {
      what: `${what}: worse than fast`,
      target: `none loses ${UNSEEN} dB`,
      ours: `${figures.filter((one) => one.gain < -UNSEEN).length} of ${figures.length}`,
      peer: '',
      met: worst.gain >= -UNSEEN,
      note: `worst: ${worst.photo} ${worst.gain.toFixed(2)} dB`,
    },
  ]
}
