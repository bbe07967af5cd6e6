import { type ClearLayer, layerOf, type Thing } from '../shapes/thing.ts'
import type { Depths } from './canvas-of-depths.ts'
import type { Light } from './light.ts'
import { seenBefore } from './raster-things.ts'
import { shadeClear } from './shade-clear.ts'

/** Adds ice, drink and glass to a picture of all that is solid. Things are mixed from the farthest to the nearest. */
export function addClearThings(pixels: Uint8ClampedArray, solid: Depths, things: readonly Thing[], light: Light): void {
  const layer = (clear: ClearLayer) => {
    const own = things.filter((thing) => layerOf(thing) === clear)
    if (own.length === 0) return undefined
    const seen = seenBefore(solid, own)
    return { seen, shade: (shows?: (pixel: number) => boolean) => shadeClear(pixels, seen, own, light, shows) }
  }
  const drink = layer('drink')
  if (!drink) return
  const ice = layer('ice')
  const glass = layer('glass')
  const { depth } = drink.seen
  // Ice in the drink is seen through it; what rises out of the drink is before it.
  ice?.shade((i) => ice.seen.depth[i] <= depth[i])
  drink.shade()
  ice?.shade((i) => ice.seen.depth[i] > depth[i])
  // The far side of the glass is behind the drink.
  glass?.shade((i) => glass.seen.depth[i] > depth[i])
}
