import type { Schemas } from '../../contract/index.ts'

type LayerId = Schemas['LayerId']

/** The parts of a food photo that an edit can be limited to. */
const LAYER: Readonly<Record<LayerId, { readonly name: string; readonly description: string }>> = {
  dish: { name: 'Dish', description: 'The food itself, without the plate it lies on.' },
  plate: { name: 'Plate', description: 'The plate, bowl or board under the food.' },
  background: { name: 'Background', description: 'Everything behind the dish and its plate.' },
  table: { name: 'Table', description: 'The surface that the plate stands on.' },
  highlights: { name: 'Highlights', description: 'The brightest parts: gloss, steam and reflections.' },
  shadows: { name: 'Shadows', description: 'The darkest parts of the picture.' },
}

/** Operations that take a layer. */
const OPERATIONS_ON_LAYERS = ['layer-edit', 'inpaint', 'enhance']

export const LAYERS = (Object.keys(LAYER) as LayerId[]).map((id) => ({
  id,
  ...LAYER[id],
  operations: OPERATIONS_ON_LAYERS,
}))
