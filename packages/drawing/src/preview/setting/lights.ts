import type { PreviewLight, PreviewStyle } from '../preview-scene.ts'
import { type Rgb, scaled } from '../render/colour.ts'
import type { Light } from '../render/light.ts'

/** Towards the light, for each side from which it comes. */
const SIDES = {
  left: [-0.78, 0.42, 0.78],
  right: [0.78, 0.42, 0.78],
  back: [-0.22, 0.9, 0.72],
  front: [-0.35, -0.45, 1.0],
} as const satisfies Record<PreviewLight, readonly [number, number, number]>

interface Mood {
  readonly key: Rgb
  readonly sky: Rgb
  readonly bounce: Rgb
  readonly softness: number
  readonly vignette: number
}

const WARM: Rgb = [1.0, 0.915, 0.8]
const MOODS: Readonly<Record<PreviewStyle, Mood>> = {
  natural: { key: scaled(WARM, 1.3), sky: [0.4, 0.4, 0.42], bounce: [0.3, 0.26, 0.22], softness: 0.055, vignette: 0.3 },
  bright: {
    key: [1.42, 1.36, 1.25],
    sky: [0.58, 0.59, 0.6],
    bounce: [0.42, 0.4, 0.37],
    softness: 0.09,
    vignette: 0.08,
  },
  moody: {
    key: scaled(WARM, 1.3),
    sky: [0.2, 0.215, 0.25],
    bounce: [0.12, 0.1, 0.085],
    softness: 0.045,
    vignette: 0.72,
  },
  rustic: {
    key: [1.34, 1.16, 0.94],
    sky: [0.36, 0.35, 0.35],
    bounce: [0.3, 0.24, 0.18],
    softness: 0.05,
    vignette: 0.42,
  },
  minimal: {
    key: [1.3, 1.24, 1.16],
    sky: [0.5, 0.5, 0.51],
    bounce: [0.35, 0.33, 0.31],
    softness: 0.12,
    vignette: 0.12,
  },
}

export const lightOf = (side: PreviewLight, style: PreviewStyle): Light => ({ from: SIDES[side], ...MOODS[style] })
