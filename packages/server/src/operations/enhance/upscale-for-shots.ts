import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { DishLocation, Framing } from '@platelight/imaging/framing/choose-frame.ts'
import { type ImageShot, upscaledSize } from '@platelight/imaging/framing/shot-sizes.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { joinBands } from '@platelight/imaging/raster/scaling/join-bands.ts'
import { superResolutionBands } from '@platelight/imaging/upscale/super-resolution-bands.ts'
import { planSuperResolution } from '@platelight/imaging/upscale/super-resolution-plan.ts'
import type { Warning } from '../../base/warning-codes.ts'

/** An enhance has one minute and an upscale five. An enhance also has other work to do in its minute. */
const SHARE = 1 / 6
/** A smaller enlargement has hardly any room for detail between its pixels. */
const LEAST = 1.5

/** An enlarged picture from which the shots are taken, so that they are resampled less. */
export interface ShotDetail {
  /** The factor by which it is larger than the photo; 1 when there is none. */
  readonly times: 1 | 2 | 4
  readonly pixels?: Pixels
  readonly engine?: string
  readonly warnings: readonly Warning[]
}

/**
 * Enlarges a picture once for all its shots, with the network that adds detail. The shots are then resampled to their size.
 * If the network would take too long or is missing, the shots are only resampled, and a warning says so.
 */
export async function detailForShots(
  pixels: Pixels,
  shots: readonly { readonly name: ImageShot; readonly framing: Framing }[],
  { limits, networks }: { readonly limits: ImageLimits; readonly networks: Networks },
): Promise<ShotDetail> {
  const wanted = Math.max(
    1,
    ...shots.map(({ name, framing: { window } }) => upscaledSize(window, name).width / window.width),
  )
  if (wanted < LEAST) return { times: 1, warnings: [] }
  const most = limits.maxDetailPixels * SHARE
  const plans = (wanted > 2 ? ([4, 2] as const) : ([2] as const)).flatMap((times) => {
    const plan = planSuperResolution(pixels, times, most)
    return plan ? { times, plan } : []
  })
  const [chosen] = plans
  const network = chosen && (await networks.find('upscale'))
  if (!chosen) return { times: 1, warnings: [noDetail('it is too large for the detail model to finish in time')] }
  if (!network) return { times: 1, warnings: [noDetail('this server has no detail model')] }
  const { times, plan } = chosen
  const size = { width: pixels.width * times, height: pixels.height * times, channels: pixels.channels }
  const larger = await joinBands(size, superResolutionBands(pixels, times, plan, network))
  return { times, pixels: larger, engine: network.engine, warnings: [] }
}

const noDetail = (reason: string): Warning => ({
  code: 'no_new_detail',
  message: `The photo was resampled to its new size, which adds no detail: ${reason}.`,
})

const boxTimes = ({ left, top, width, height }: Box, times: number): Box => ({
  left: left * times,
  top: top * times,
  width: width * times,
  height: height * times,
})

/** The same frame in a picture that is this many times larger. */
export const framingTimes = ({ window, insets, ...rest }: Framing, times: number): Framing => ({
  ...rest,
  window: boxTimes(window, times),
  ...(insets && {
    insets: {
      left: insets.left * times,
      top: insets.top * times,
      right: insets.right * times,
      bottom: insets.bottom * times,
    },
  }),
})

/** The same dish in a picture that is this many times larger. */
export const whereTimes = <Where extends DishLocation>(where: Where, times: number): Where => {
  const { dish } = where
  if (!dish || times === 1) return where
  const focus = { x: dish.focus.x * times, y: dish.focus.y * times }
  return { ...where, dish: { ...dish, ...boxTimes(dish, times), focus } }
}
