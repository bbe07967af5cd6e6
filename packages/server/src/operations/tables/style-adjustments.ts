import { findPreset, type Preset, type StyleAdjustments } from '@platelight/imaging/tone/enhance-presets.ts'
import type { Schemas } from '../../contract/index.ts'
import { STYLES } from './style-table.ts'

type StyleId = Schemas['StyleId']
type Goal = Schemas['Goal']

/** The adjustments of each style, in addition to the corrections. */
const STYLE_ADJUSTMENTS: Readonly<Record<StyleId, StyleAdjustments>> = {
  professional: {
    brightness: 0.015,
    contrast: 0.12,
    clarity: 0.16,
    shadows: 0.14,
    highlights: 0.1,
    vibrance: 0.1,
    saturation: 0,
    sharpen: 0.5,
  },
  natural_light: {
    brightness: 0.025,
    contrast: 0.02,
    clarity: 0.06,
    shadows: 0.16,
    highlights: 0.12,
    vibrance: 0.06,
    saturation: 0,
    sharpen: 0.35,
    warmth: -0.012,
  },
  bright_airy: {
    brightness: 0.085,
    contrast: -0.08,
    clarity: 0.02,
    shadows: 0.3,
    highlights: 0.08,
    vibrance: 0.08,
    saturation: -0.06,
    sharpen: 0.3,
    warmth: -0.006,
  },
  dark_moody: {
    brightness: -0.1,
    contrast: 0.36,
    clarity: 0.2,
    shadows: 0,
    highlights: 0.14,
    vibrance: 0.12,
    saturation: -0.06,
    sharpen: 0.45,
    warmth: 0.012,
  },
  overhead: {
    brightness: 0.03,
    contrast: 0.14,
    clarity: 0.18,
    shadows: 0.12,
    highlights: 0.05,
    vibrance: 0.14,
    saturation: 0,
    sharpen: 0.5,
  },
  macro: {
    brightness: 0,
    contrast: 0.14,
    clarity: 0.34,
    shadows: 0.12,
    highlights: 0.12,
    vibrance: 0.12,
    saturation: 0,
    sharpen: 0.75,
    warmth: 0.006,
  },
  natural: {
    brightness: 0,
    contrast: 0,
    clarity: 0.03,
    shadows: 0.06,
    highlights: 0.06,
    vibrance: 0,
    saturation: -0.02,
    sharpen: 0.25,
  },
  moody: {
    brightness: -0.055,
    contrast: 0.26,
    clarity: 0.14,
    shadows: 0.02,
    highlights: 0.1,
    vibrance: 0.06,
    saturation: -0.04,
    sharpen: 0.4,
    warmth: 0.018,
  },
  bright: {
    brightness: 0.065,
    contrast: 0.1,
    clarity: 0.12,
    shadows: 0.2,
    highlights: 0.04,
    vibrance: 0.14,
    saturation: 0,
    sharpen: 0.45,
  },
}

/** The preset or style of that name, in the form that enhance uses; undefined when there is none. */
export const findStyle = (id: string): Preset | undefined => {
  const style = STYLES.find((one) => one.id === id)
  return findPreset(id) ?? (style && { ...style, look: STYLE_ADJUSTMENTS[style.id] })
}

/** The adjustments of each goal, added to those of the style. A menu needs none. */
const GOAL_ADJUSTMENTS: Readonly<Record<Goal, Partial<StyleAdjustments>>> = {
  menu: {},
  delivery: { brightness: 0.03, clarity: 0.08, shadows: 0.1, sharpen: 0.15 },
  social: { contrast: 0.12, clarity: 0.08, vibrance: 0.15, saturation: 0.05 },
  website: { contrast: -0.06, clarity: -0.05, vibrance: -0.05 },
  print: { brightness: 0.015, contrast: -0.12, shadows: 0.15, saturation: -0.05, sharpen: -0.15 },
}

/** The preset or style of that name, adapted to the use of the photo. */
export const styleForGoal = (id: string, goal: Goal = 'menu'): Preset | undefined => {
  const preset = findStyle(id)
  if (!preset) return undefined
  const look: Record<string, number> = { ...preset.look }
  for (const [field, more] of Object.entries(GOAL_ADJUSTMENTS[goal])) look[field] = (look[field] ?? 0) + more
  return { ...preset, look: look as unknown as StyleAdjustments }
}
