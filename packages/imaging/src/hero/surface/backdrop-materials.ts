/** The backdrops that a dish can be placed on. */
export const BACKDROPS = ['studio-light', 'studio-dark', 'warm', 'slate', 'linen', 'oak', 'marble'] as const
export type Backdrop = (typeof BACKDROPS)[number]

export type TextureName = 'paper' | 'plaster' | 'slate' | 'linen' | 'oak' | 'marble'

export interface BackdropMaterial {
  readonly texture: TextureName
  /** sRGB of the surface in the middle of the light. */
  readonly colour: readonly [red: number, green: number, blue: number]
  /** How strongly each channel follows the texture; wood becomes redder where it is darker. All 1 without it. */
  readonly depth?: readonly [red: number, green: number, blue: number]
  /** How much the light falls off towards the corners; 0 is not at all. */
  readonly falloff: number
  /** Strength of the key light on the dish, 0–1. */
  readonly key: number
  /** Darkness of shadows, 0–1. */
  readonly shadow: number
}

export const BACKDROP_MATERIALS: Readonly<Record<Backdrop, BackdropMaterial>> = {
  'studio-light': { texture: 'paper', colour: [238, 236, 232], falloff: 0.38, key: 0.24, shadow: 0.72 },
  'studio-dark': { texture: 'paper', colour: [66, 65, 66], falloff: 1, key: 0.34, shadow: 0.85 },
  warm: { texture: 'plaster', colour: [222, 192, 158], falloff: 0.5, key: 0.26, shadow: 0.76 },
  slate: { texture: 'slate', colour: [84, 88, 92], falloff: 0.75, key: 0.32, shadow: 0.85 },
  linen: { texture: 'linen', colour: [226, 217, 202], falloff: 0.42, key: 0.24, shadow: 0.76 },
  oak: { texture: 'oak', colour: [158, 120, 86], depth: [0.85, 1.05, 1.3], falloff: 0.6, key: 0.28, shadow: 0.8 },
  marble: { texture: 'marble', colour: [233, 232, 230], depth: [1.04, 1, 0.95], falloff: 0.4, key: 0.24, shadow: 0.74 },
}
