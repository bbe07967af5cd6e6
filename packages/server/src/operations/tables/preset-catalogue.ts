import { PRESETS, type PresetId } from '@platelight/imaging/tone/enhance-presets.ts'
import { CREDITS } from '../prices.ts'

const BEST_FOR: Readonly<Record<PresetId, string[]>> = {
  balanced: ['menus', 'websites', 'photos that are good already'],
  'delivery-optimized': ['delivery platforms', 'thumbnails'],
  'social-media': ['posts', 'stories'],
  'print-ready': ['printed menus', 'posters'],
}

const DEFAULT: PresetId = 'balanced'

/** The presets of enhance, in the form of both families. */
export const PRESET_CATALOGUE = PRESETS.map(({ id, name, description }) => ({
  id,
  name,
  description,
  credits: CREDITS.enhance,
  best_for: BEST_FOR[id],
  default: id === DEFAULT,
}))
