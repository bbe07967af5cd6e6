import type { Schemas } from '../../contract/index.ts'
import { GENERATE_STYLES, STYLES, type Style } from '../../operations/tables/style-table.ts'

/** Newer operations with a `style` take every style. */
const operationsWith = ({ id }: Style): string[] => [
  ...(GENERATE_STYLES.has(id) ? ['generate'] : []),
  'generate-v2',
  'enhance',
  'demo-enhance',
]

/** Every style, with the operations that accept it. */
export const STYLE_CATALOGUE: Schemas['Style'][] = STYLES.map((style) => ({
  id: style.id,
  name: style.name,
  description: style.description,
  operations: operationsWith(style),
}))

/** The styles that are a way of photographing food, described by how such a photo is taken. */
export const FOOD_STYLE_CATALOGUE: Schemas['Style'][] = STYLES.flatMap((style) =>
  style.photography === undefined
    ? []
    : [{ id: style.id, name: style.name, description: style.photography, operations: operationsWith(style) }],
)
