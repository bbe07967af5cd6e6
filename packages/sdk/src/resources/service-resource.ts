import type { ResourceMethods } from './resource-methods.ts'

/** The server itself. Only `estimate` needs a key. */
export const service = ({ get, post }: ResourceMethods) => ({
  /** Whether the server answers. */
  health: get('/health'),

  /** How each part of the server is: database, storage, queue, workers. */
  apiHealth: get('/api/health'),

  /** Which engine serves each operation now, and what to set where none does. */
  capabilities: get('/api/capabilities'),

  /**
   * Prices a request without doing it, and tells whether the balance is enough.
   *
   * @example
   * const { credits, affordable } = await client.service.estimate({ path: '/v1/photos/enhance', body, quantity: 23 })
   */
  estimate: post('/api/estimate'),
})
