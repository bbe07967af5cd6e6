/** The direction of the light, as seen in the picture. `top` is high above the dish, `back` low behind it. */
export type LightDirection = 'left' | 'right' | 'top' | 'top-left' | 'top-right' | 'back'

export interface LightSource {
  readonly direction: LightDirection
  /** 0 for a bare bulb, 1 for a window with a white curtain. */
  readonly softness: number
  /** −1 (cold) to 1 (warm); only the added light is tinted. */
  readonly warmth: number
  /** 0 leaves the picture as it is. */
  readonly strength: number
}

/** The position of a light source, with lengths in half-widths of the dish. */
export interface LightPosition {
  /** Direction from the dish towards the light in the picture, of length 1: x to the right, y down. */
  readonly x: number
  readonly y: number
  /** Distance from the middle of the dish, along the table and above it. */
  readonly distance: number
  readonly height: number
}

const DIAGONAL = Math.SQRT1_2

const TOWARD: Readonly<Record<LightDirection, readonly [x: number, y: number, elevation: number]>> = {
  left: [-1, 0, 40],
  right: [1, 0, 40],
  top: [0, -1, 55],
  'top-left': [-DIAGONAL, -DIAGONAL, 45],
  'top-right': [DIAGONAL, -DIAGONAL, 45],
  back: [0, -1, 30],
}

/** A soft source is large and behaves as if it were farther away: its light falls off more slowly. */
export const lightPosition = ({ direction, softness }: Pick<LightSource, 'direction' | 'softness'>): LightPosition => {
  const [x, y, degrees] = TOWARD[direction]
  const away = 1.9 + 0.6 * softness
  const elevation = (degrees * Math.PI) / 180
  return { x, y, distance: away * Math.cos(elevation), height: away * Math.sin(elevation) }
}

/** Linear factors of candle light and of open shade against daylight, at equal luminance. */
const WARM = [1.34, 0.95, 0.53] as const
const COLD = [0.8, 1.02, 1.38] as const

/** Factors of the light on linear red, green and blue. */
export const lightTint = (warmth: number): readonly [red: number, green: number, blue: number] => {
  const [red, green, blue] = warmth < 0 ? COLD : WARM
  const share = Math.abs(warmth)
  return [red ** share, green ** share, blue ** share]
}
