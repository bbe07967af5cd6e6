import type { CallOptions } from '../call.ts'
import type { Send } from '../operation.ts'

/** The server itself. Needs no key. */
export const service = (send: Send) => ({
  /** Whether the server answers. */
  health: (options?: CallOptions) => send('GET', '/health', {}, options),

  /** How each part of the server is: database, storage, queue, workers. */
  apiHealth: (options?: CallOptions) => send('GET', '/api/health', {}, options),
})
