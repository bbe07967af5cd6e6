import type { Plane } from '../raster/planes/plane.ts'
import { maskAtCell, type PaleSurface, type PaleSurfaces, shareInMask } from './pale-surfaces.ts'

/**
 * Ware in its own shade: the share of the directions around the middle in which it lies, of the picture, and of it in the
 * dish; its lightness as a share of the lightest.
 */
const WARE = { around: 0.95, share: 0.2, inDish: 0.9, lightness: 0.55 }
/** The most chroma of such ware at good light. It has the warm colour of a lamp, and no other. */
const WARM = { chroma: 15, lit: 80 }
/** What lies in the light of the window: share of the picture, how much lighter it is than the ware, and its largest b*. */
const DAYLIGHT = { share: 0.1, lighter: 15, blue: -2.5, inDish: 0.1 }

/** Nothing in a dish that lies in the shade is light: the share of it below its lights, and their lightness as a share of the lightest. */
const LIGHTS = { share: 0.98, ofLightest: 0.82 }

/** Whether glints and pale food in the dish are as dark as the shade. Beige ware in the light of the table holds lighter things. */
const isDark = ({ grid, top }: PaleSurfaces, dish: Plane): boolean => {
  const inDish = grid.lightness.filter((_, cell) => maskAtCell(dish, cell, grid) > 0.5).sort()
  return (inDish[Math.floor(LIGHTS.share * inDish.length)] ?? top) <= LIGHTS.ofLightest * top
}

const isWarm = ({ lightness, a, b }: PaleSurface): boolean =>
  a > 0 && b > 0 && (Math.hypot(a, b) * (WARM.lit + 16)) / (lightness + 16) <= WARM.chroma

/**
 * White ware before a window: the surface around the middle that lies in its own shade and is lit by a lamp, while pale things
 * beside the dish are much lighter and bluish. A white balance takes the mean of both lights for neutral, so the ware looks beige.
 * Beige ware in one light has no bluish surroundings, and what lies on it is not all dark.
 */
export const findShadedWare = (found: PaleSurfaces, dish: Plane): PaleSurface | undefined => {
  const ware = found.surfaces.find(
    (one) =>
      one.around >= WARE.around &&
      one.share >= WARE.share &&
      one.lightness >= WARE.lightness * found.top &&
      isWarm(one) &&
      shareInMask(one, found, dish) >= WARE.inDish,
  )
  if (!ware || !isDark(found, dish)) return undefined
  const lit = found.surfaces.filter(
    (one) => one.lightness > ware.lightness + DAYLIGHT.lighter && shareInMask(one, found, dish) < DAYLIGHT.inDish,
  )
  const share = lit.reduce((sum, one) => sum + one.share, 0)
  const blue = lit.reduce((sum, one) => sum + one.share * one.b, 0) / Math.max(1e-9, share)
  return share >= DAYLIGHT.share && blue <= DAYLIGHT.blue ? ware : undefined
}
