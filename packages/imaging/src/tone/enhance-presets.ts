/** What a preset or style adds to the correction of a photo. An amount of 0 changes nothing. */
export interface StyleAdjustments {
  /** Mid-tone lift in encoded units (0–1 of the whole range). */
  readonly brightness: number
  /** Strength of the S-curve around the dish's own mid-tone. Below 0 it only opens what is darker than that. */
  readonly contrast: number
  /** Local contrast. */
  readonly clarity: number
  /** Brightening of dark areas. */
  readonly shadows: number
  /** Darkening of bright areas. */
  readonly highlights: number
  /** Saturation of pale colours; vivid colours are left alone. */
  readonly vibrance: number
  /** Saturation of all colours alike. */
  readonly saturation: number
  /** Sharpening of fine detail. */
  readonly sharpen: number
  /** Warmer than neutral above 0, cooler below: half the logarithm of red over blue. */
  readonly warmth?: number
}

export interface Preset {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly look: StyleAdjustments
}

/** The catalogue of enhance presets, in the order in which it is shown. */
export const PRESETS = [
  {
    id: 'balanced',
    name: 'Balanced',
    description: 'Puts light and colour right and otherwise leaves the photo as it was taken.',
    look: {
      brightness: 0,
      contrast: 0.06,
      clarity: 0.08,
      shadows: 0.06,
      highlights: 0.04,
      vibrance: 0.05,
      saturation: 0,
      sharpen: 0.35,
    },
  },
  {
    id: 'delivery-optimized',
    name: 'Delivery optimized',
    description: 'Brighter, cleaner and crisper, so that the dish reads at the size of a thumbnail.',
    look: {
      brightness: 0.05,
      contrast: 0.12,
      clarity: 0.2,
      shadows: 0.2,
      highlights: 0.05,
      vibrance: 0.1,
      saturation: 0,
      sharpen: 0.6,
    },
  },
  {
    id: 'social-media',
    name: 'Social media',
    description: 'More vivid and with more contrast, for a feed seen on a phone.',
    look: {
      brightness: 0,
      contrast: 0.3,
      clarity: 0.22,
      shadows: 0.1,
      highlights: 0.05,
      vibrance: 0.3,
      saturation: 0.08,
      sharpen: 0.5,
    },
  },
  {
    id: 'print-ready',
    name: 'Print ready',
    description:
      'Open shadows, white ware kept white, gentle colour and light sharpening, to leave room for ink and paper.',
    look: {
      brightness: 0.015,
      contrast: -0.14,
      clarity: 0.04,
      shadows: 0.28,
      highlights: 0.02,
      vibrance: -0.04,
      saturation: -0.07,
      sharpen: 0.15,
    },
  },
] as const satisfies readonly Preset[]

export type PresetId = (typeof PRESETS)[number]['id']

/** The preset of that id, or undefined when there is none. */
export const findPreset = (id: string): Preset | undefined => PRESETS.find((preset) => preset.id === id)
