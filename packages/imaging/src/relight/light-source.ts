/** Where the lamp stands, as one looks at the picture; `top` is high above the dish, `back` low behind it. */
export type LightDirection = 'left' | 'right' | 'top' | 'top-left' | 'top-right' | 'back'

export interface LightSource {
  readonly direction: LightDirection
  /** 0 a bare bulb, 1 a window with a white curtain. */
  readonly softness: number
  /** −1 cold to 1 warm; only the light that the lamp adds is tinted. */
  readonly warmth: number
  /** 0 leaves the picture as it is. */
  readonly strength: number
}

/** The lamp as numbers, lengths in half-widths of the dish. */
export interface LightPosition {
  /** From the dish toward the lamp, in the picture: x to the right, y down; of length 1. */
  readonly x: number
  readonly y: number
  /** How far from the middle of the dish it stands, along the table and above it. */
  readonly distance: number
  readonly height: number
}

const DIAGONAL = Math.SQRT1_2

const TOWARD: Readonly<Record<LightDirection, readonly [x: number, y: number, elevation: number]>> = {
  left: [-1, 0, 40],
  right: [1, 0, 40],
  top: [0, -1, 58],
  'top-left': [-DIAGONAL, -DIAGONAL, 45],
  'top-right': [DIAGONAL, -DIAGONAL, 45],
  back: [0, -1, 30],
}

/** A soft source is large, and as good as farther away: its light falls off more slowly. */
export const lightPosition = ({ direction, softness }: Pick<LightSource, 'direction' | 'softness'>): LightPosition => {
  const [x, y, degrees] = TOWARD[direction]
  const away = 1.9 + 0.6 * softness
  const elevation = (degrees * Math.PI) / 180
  return { x, y, distance: away * Math.cos(elevation), height: away * Math.sin(elevation) }
}

/** Linear factors of candle light and of open shade against daylight, at equal luminance. */
const WARM = [1.34, 0.95, 0.53] as const
const COLD = [0.8, 1.02, 1.38] as const

/** What the lamp's light does to red, green and blue, linear. */
export const lightTint = (warmth: number): readonly [red: number, green: number, blue: number] => {
  const [red, green, blue] = warmth < 0 ? COLD : WARM
  const share = Math.abs(warmth)
  return [red ** share, green ** share, blue ** share]
}
