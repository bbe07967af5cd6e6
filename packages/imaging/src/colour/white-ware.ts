import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { lightOfCielab, luminanceOfLightness } from './cielab.ts'
import { findPaleSurfaces, maskAtCell, type PaleSurface, type PaleSurfaces, shareInMask } from './pale-surfaces.ts'

/** White ware in a picture: what it says about the light. */
export interface WhiteWare {
  /** Its luminance, 0–1: the median of its smooth part. */
  readonly luminance: number
  /** The cast that is left in it: logarithms of red over green and blue over green in linear light. */
  readonly red: number
  readonly blue: number
  /** How certain it is that this cast is of the light and not of the ware, 0–1. */
  readonly confidence: number
  /** Share of the picture. */
  readonly share: number
  /** Whether it lies in its own shade before a window. */
  readonly isShaded: boolean
}

/** Chroma of white ware in a light that was measured: most, and most where it is bluish, as no food is. */
const MAX_CHROMA = { any: 11.5, bluish: 17 }
const WELL_LIT = 80
/**
 * Lightness as a share of the lightest: ware that lies around the middle, in the mask of the dish, in the middle of the frame,
 * or anywhere else.
 */
const MIN_LIGHTNESS = { around: 0.75, inDish: 0.78, middle: 0.8, other: 0.86 }
/** What lies in this share of the directions around the middle is a plate rather than a table beside it. */
const AROUND = 0.85
/**
 * The least share of the picture. A smaller part is believed where it is not yellowish, as pale food is. A yellowish one that
 * does not lie around the middle needs more.
 */
const MIN_SHARE = { any: 0.04, yellowish: 0.08 }
const NOT_YELLOWISH = 3
/** A smaller share of the picture does not decide about all of it. */
const LEAST_SHARE = 0.03
/** A surface that touches this much of the border, so probably a table, must be this light, or lie around the middle as a plate. */
const TABLE = { border: 0.5, lightness: 74, around: 0.75 }
/**
 * What shows that a surface that touches much of the border is white: it lies around the middle, is this light, also beside the lightest
 * of the photo, and has this little chroma at good light.
 */
const WHITE = { around: 0.65, lightness: 68, ofLightest: 0.83, chroma: 7 }
/** Chroma up to which ware needs no second surface, and from which it does. */
const SELF_EVIDENT = { from: 5, to: 9 }

/** Chroma falls with light, so it is taken at the lightness of well-lit ware. */
const chromaOf = ({ lightness, a, b }: Pick<PaleSurface, 'lightness' | 'a' | 'b'>): number =>
  (Math.hypot(a, b) * (WELL_LIT + 16)) / (lightness + 16)

/**
 * What ware must show where the mask of the dish is not known: one of the first three, so that it is not a table beside the
 * dish, and more confidence.
 */
const WITHOUT_MASK = { around: 0.6, middle: 0.5, share: 0.08, confidence: 0.5 }
const CONFIDENCE = 0.25
/** Confidence in ware in the shade before a window. */
const SHADED = 0.8

const isLikePlate = ({ around, middle, share }: PaleSurface): boolean =>
  around >= WITHOUT_MASK.around || middle > WITHOUT_MASK.middle || share > WITHOUT_MASK.share

const leastLightness = (around: number, inDish: boolean, middle: number): number => {
  if (around >= AROUND) return MIN_LIGHTNESS.around
  if (inDish) return MIN_LIGHTNESS.inDish
  return middle > 0.5 ? MIN_LIGHTNESS.middle : MIN_LIGHTNESS.other
}

/** Whether a surface is white, be it a table, a plate on a white table, or a plate that fills the frame. All of them show the light. */
const isWhite = (surface: PaleSurface, found: PaleSurfaces): boolean =>
  surface.around >= WHITE.around &&
  surface.lightness >= Math.max(WHITE.lightness, WHITE.ofLightest * found.top) &&
  chromaOf(surface) <= WHITE.chroma

const isWare = (surface: PaleSurface, found: PaleSurfaces, dish: Plane | undefined): boolean => {
  const { lightness, a, b, share, around, middle, border } = surface
  if (chromaOf(surface) > (b < 0 && -b > Math.abs(a) ? MAX_CHROMA.bluish : MAX_CHROMA.any)) return false
  const inDish = dish !== undefined && shareInMask(surface, found, dish) > 0.5
  if (!inDish && around < 0.5 && middle < 0.1) return false
  if (b > NOT_YELLOWISH && share < (around >= AROUND ? MIN_SHARE.any : MIN_SHARE.yellowish)) return false
  if (share < MIN_SHARE.any && !inDish && middle < 0.8) return false
  if (share < LEAST_SHARE || (!dish && border > TABLE.border && !isWhite(surface, found))) return false
  if (border > TABLE.border && lightness < TABLE.lightness && around < TABLE.around) return false
  return lightness >= leastLightness(around, inDish, middle) * found.top
}

/** How far a direction agrees with the cast of the ware, 0–1. A weak one counts less. */
const agreement = (ware: { red: number; blue: number }, other: { red: number; blue: number }): number => {
  const [size, length] = [Math.hypot(ware.red, ware.blue), Math.hypot(other.red, other.blue)]
  if (size === 0 || length === 0) return 0
  const cosine = (ware.red * other.red + ware.blue * other.blue) / (size * length)
  return smoothstep(0.6, 0.9, cosine) * smoothstep(0.2, 0.5, length / size)
}

const castOf = ({ lightness, a, b }: Pick<PaleSurface, 'lightness' | 'a' | 'b'>) => {
  const [red, green, blue] = lightOfCielab({ lightness, a, b })
  return { red: Math.log(red / green), blue: Math.log(blue / green) }
}

/** Means weighted by area. */
const together = (surfaces: readonly PaleSurface[]) => {
  const all = surfaces.reduce((sum, { share }) => sum + share, 0)
  const mean = (trait: 'lightness' | 'a' | 'b') =>
    surfaces.reduce((sum, one) => sum + one.share * one[trait], 0) / Math.max(1e-9, all)
  return { lightness: mean('lightness'), a: mean('a'), b: mean('b'), share: all }
}

/**
 * Finds white ware: a smooth, pale and light surface in the mask of the dish or around the middle of the frame. Ware of a
 * pale colour is taken for white only where a second surface shows the same cast: the light that was measured, or the other
 * pale surfaces of the photo. Ware in its own shade is white where pale things beside it lie in the light of a window.
 *
 * @param analysisCopy RGB, in the light that was measured as neutral
 * @param light the part of the measured cast that was left in the copy: logarithms of red over green and blue over green
 * @param dish mask of the dish, 0–1; without it, the frame decides, and more evidence is needed
 * @returns undefined where there is no white ware
 */
export const findWhiteWare = (
  analysisCopy: Pixels,
  light: { readonly red: number; readonly blue: number },
  dish?: Plane,
): WhiteWare | undefined => {
  const found = findPaleSurfaces(analysisCopy)
  const smooth = found.surfaces.filter((one) => isWare(one, found, dish)).toSorted((a, b) => b.share - a.share)
  const rim = dish && smooth.length === 0 ? findPaleRim(found, dish) : undefined
  const shaded = dish && smooth.length === 0 && !rim ? findShadedWare(found, dish) : undefined
  const other = rim ?? shaded
  const candidates = other ? [other] : smooth
  const first = candidates[0]
  if (!first || !(dish || candidates.some(isLikePlate))) return undefined
  const alike = (one: PaleSurface) =>
    Math.abs(one.lightness - first.lightness) < 10 && Math.hypot(one.a - first.a, one.b - first.b) < 6
  const ware = together(candidates.filter(alike))
  const cast = castOf(ware)
  const others = found.surfaces.filter((one) => !candidates.includes(one))
  const second = Math.max(agreement(cast, light), others.length === 0 ? 0 : agreement(cast, castOf(together(others))))
  const own = Math.max(shaded ? SHADED : 0, 1 - smoothstep(SELF_EVIDENT.from, SELF_EVIDENT.to, chromaOf(ware)))
  const confidence = Math.max(second, own)
  if (confidence < (dish ? CONFIDENCE : WITHOUT_MASK.confidence)) return undefined
  const luminance = luminanceOfLightness(ware.lightness)
  return { luminance, ...cast, confidence, share: ware.share, isShaded: shaded !== undefined }
}

/** How near to the outline of the dish a rim lies, as a share of the longer side of the picture. */
const WIDTH = 0.07
/** The least share of the picture, and of the directions around the dish. */
const LEAST = { share: 0.03, around: 0.7 }
/** Lightness as a share of the lightest, and the most chroma at good light. Pale food is yellowish, a rim is not. */
const PALE = { lightness: 0.75, chroma: 11, yellow: 3, lit: 80 }
const DIRECTIONS = 16
/** Which of its cells says how light a rim is, from dark to light: half of it turns away from the light. */
const LIT = 0.45

const DIAGONAL = Math.SQRT1_2
const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [DIAGONAL, DIAGONAL],
  [DIAGONAL, -DIAGONAL],
  [-DIAGONAL, DIAGONAL],
  [-DIAGONAL, -DIAGONAL],
] as const

/**
 * The pale rim of a plate or bowl that is too thin or too decorated to be a smooth surface: pale cells just inside the
 * outline of the dish, all around it.
 */
const findPaleRim = ({ grid, top }: PaleSurfaces, dish: Plane): PaleSurface | undefined => {
  const { width, height, lightness, a, b } = grid
  const isDish = (x: number, y: number): boolean => {
    const column = Math.min(dish.width - 1, Math.max(0, Math.floor(((x + 0.5) * dish.width) / width)))
    const row = Math.min(dish.height - 1, Math.max(0, Math.floor(((y + 0.5) * dish.height) / height)))
    return dish.data[row * dish.width + column] > 0.5
  }
  const [inside, pale]: number[][] = [[], []]
  const reach = WIDTH * Math.max(width, height)
  let [middleX, middleY] = [0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDish(x, y)) continue
      const i = y * width + x
      inside.push(i)
      middleX += x
      middleY += y
      const chroma = (Math.hypot(a[i], b[i]) * (PALE.lit + 16)) / (lightness[i] + 16)
      if (lightness[i] < PALE.lightness * top || chroma > PALE.chroma || b[i] > PALE.yellow) continue
      if (STEPS.some(([dx, dy]) => !isDish(Math.round(x + reach * dx), Math.round(y + reach * dy)))) pale.push(i)
    }
  }
  if (pale.length < LEAST.share * lightness.length) return undefined
  const directions = new Set(
    pale.map((i) => {
      const turn = Math.atan2(Math.floor(i / width) - middleY / inside.length, (i % width) - middleX / inside.length)
      return Math.floor((turn / (2 * Math.PI) + 1) * DIRECTIONS) % DIRECTIONS
    }),
  )
  if (directions.size < LEAST.around * DIRECTIONS) return undefined
  const at = (values: Float32Array, share: number) =>
    Float32Array.from(pale, (i) => values[i]).sort()[Math.floor(share * (pale.length - 1))] ?? 0
  return {
    cells: pale,
    lightness: at(lightness, LIT),
    a: at(a, 0.5),
    b: at(b, 0.5),
    share: pale.length / lightness.length,
    around: directions.size / DIRECTIONS,
    middle: 0,
    border: 0,
  }
}

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
const findShadedWare = (found: PaleSurfaces, dish: Plane): PaleSurface | undefined => {
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
