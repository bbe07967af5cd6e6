import type { CallOptions } from '../call.ts'
import type { Send } from '../operation.ts'

/** What can be chosen. Needs no key. */
export const catalogs = (send: Send) => ({
  /** Models with their price per image and largest size: `{ models: [...] }`. */
  models: (options?: CallOptions) => send('GET', '/api/models', {}, options),

  /** Enhancement presets with what they are for and cost: `{ presets: [...] }`. */
  presets: (options?: CallOptions) => send('GET', '/api/presets', {}, options),
})
