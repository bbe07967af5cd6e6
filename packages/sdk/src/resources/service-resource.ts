import type { ResourceMethods } from './resource-methods.ts'

/** The server itself. Only `estimate` requires a key. */
export const service = ({ get, post }: ResourceMethods) => ({
  /** Checks whether the server responds. */
  health: get('/health'),

  /** Checks whether the server can do its work. Throws while its database or storage fails. */
  ready: get('/health/ready'),

  /** Checks each part of the server: database, storage, queue and workers. */
  apiHealth: get('/api/health'),

  /** Lists the operations and their engines. If an operation is unavailable, `setting` names the setting to change. */
  capabilities: get('/api/capabilities'),

  /** Returns the OpenAPI document of the server, with its own address. */
  openapi: get('/openapi.json'),

  /**
   * Returns the price of a request without carrying it out, and whether the balance is sufficient.
   *
   * @example
   * const { credits, affordable } = await client.service.estimate({ path: '/v1/photos/enhance', body, quantity: 23 })
   */
  estimate: post('/api/estimate'),
})
