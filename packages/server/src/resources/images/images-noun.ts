import { part } from '../../base/compose.ts'
import type { RunEndpoints } from '../../runs/run-endpoints.ts'

/** Operations on pictures, each with an endpoint that performs it. */
export const imagesNoun = part(({ runEndpoints }: { runEndpoints: RunEndpoints }) => ({
  routes: { images: runEndpoints('images') },
}))
