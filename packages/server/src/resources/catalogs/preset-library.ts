import type { Schemas } from '../../contract/index.ts'
import { CREDITS } from '../../operations/prices.ts'
import { ASSET_PRESETS, ASSET_TYPES } from '../../operations/tables/asset-types.ts'
import { GOALS } from '../../operations/tables/edit-goals.ts'
import { MOTIONS } from '../../operations/tables/motions.ts'
import { PRESET_CATALOGUE } from '../../operations/tables/preset-catalogue.ts'
import { findStyle } from '../../operations/tables/style-adjustments.ts'
import { STYLES } from '../../operations/tables/style-table.ts'

type LibraryPreset = Schemas['LibraryPreset']
type Named = Readonly<Record<string, { readonly name: string; readonly description: string }>>

/** Turns a table into presets. Each preset sets one field to the id of an entry. */
const rows = (table: Named, field: string, what: Pick<LibraryPreset, 'category' | 'operation' | 'credits'>) =>
  Object.entries(table).map(([id, { name, description }]): LibraryPreset => {
    return { id, name, description, ...what, parameters: { [field]: id } }
  })

const named = (list: readonly { id: string; name: string; description: string }[]): Named =>
  Object.fromEntries(list.map(({ id, ...rest }) => [id, rest]))

/** The description of a preset or a style. */
const withLook = (preset: LibraryPreset): LibraryPreset => {
  const look = findStyle(preset.id)?.look
  return look ? { ...preset, look: { warmth: 0, ...look } } : preset
}

/** All named choices, each with the field that it sets and the default price of the operation. */
export const PRESET_LIBRARY: LibraryPreset[] = [
  ...rows(named(PRESET_CATALOGUE), 'preset', {
    category: 'enhancement',
    operation: 'enhance',
    credits: CREDITS.enhance,
  }).map(withLook),
  ...rows(named(STYLES), 'style', {
    category: 'style',
    operation: 'generate-v2',
    credits: CREDITS.resolution['1K'],
  }).map(withLook),
  ...rows(GOALS, 'goal', { category: 'goal', operation: 'enhance', credits: CREDITS.enhance }),
  ...rows(ASSET_TYPES, 'asset_type', { category: 'asset', operation: 'asset', credits: CREDITS.asset['2K'] }),
  ...rows(ASSET_PRESETS, 'preset', { category: 'asset', operation: 'asset', credits: CREDITS.asset['2K'] }),
  ...rows(MOTIONS, 'motion', { category: 'motion', operation: 'reel', credits: CREDITS.reel }),
]
