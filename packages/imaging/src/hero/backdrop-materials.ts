/** The backdrops that a dish can be placed on. */
export const BACKDROPS = ['studio-light', 'studio-dark', 'warm', 'slate', 'linen'] as const
export type Backdrop = (typeof BACKDROPS)[number]

export type TextureName = 'paper' | 'plaster' | 'slate' | 'linen'

export interface BackdropMaterial {
  readonly texture: TextureName
  /** sRGB of the surface in the middle of the light. */
  readonly colour: readonly [red: number, green: number, blue: number]
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
}
