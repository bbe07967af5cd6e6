import type { Schemas } from '../../contract/index.ts'
import { findOperation } from '../image-operations.ts'

type LayerId = Schemas['LayerId']

/** The layers of a food photo. An edit can be limited to one of them. */
const LAYER: Readonly<Record<LayerId, { readonly name: string; readonly description: string }>> = {
  dish: { name: 'Dish', description: 'The food itself, without the plate it lies on.' },
  plate: { name: 'Plate', description: 'What the food is served in or on: plate, bowl, pan or board.' },
  background: { name: 'Background', description: 'Everything that is neither dish nor plate.' },
  table: {
    name: 'Table',
    description:
      'The part of the background that the plate stands on: below the horizon, or all of it seen from above.',
  },
  highlights: {
    name: 'Highlights',
    description: 'Gloss and reflections, wherever they are; a white plate alone is none.',
  },
  shadows: { name: 'Shadows', description: 'The darkest parts of the picture, wherever they are.' },
}

/** Operations that find layers or use one, if they are built. */
const OPERATIONS_ON_LAYERS = ['smart-layers', 'layer-edit', 'inpaint'].filter((name) => findOperation(name))

export const LAYERS = (Object.keys(LAYER) as LayerId[]).map((id) => ({
  id,
  ...LAYER[id],
  operations: OPERATIONS_ON_LAYERS,
}))
