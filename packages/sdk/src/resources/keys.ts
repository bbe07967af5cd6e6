import type { CallOptions, WriteOptions } from '../call.ts'
import type { components } from '../generated/schema.d.ts'
import { type List, type ListParams, listOf, pageOf } from '../list.ts'
import type { JsonBody, Send } from '../operation.ts'

export type ApiKey = components['schemas']['ApiKey']
export type ApiKeyCreated = components['schemas']['ApiKeyCreated']

/** API keys of the account. */
export const keys = (send: Send) => ({
  /** The account's keys, newest first, revoked ones included; never their secrets. */
  list: (params: ListParams = {}, options?: CallOptions): List<ApiKey> =>
    listOf(async (query) => {
      const whole = await send('GET', '/api/keys', { query }, options).withResponse()
      return pageOf(whole, (body) => body.keys)
    }, params),

  /**
   * Creates a key. The secret is in `key` of this answer and nowhere else, ever again.
   *
   * @throws PermissionError `scope_missing` when it would be allowed more than the key that asks.
   *
   * @example
   * const { key } = await client.keys.create({ name: 'Menu import', scopes: ['read', 'images'] })
   */
  create: (body: JsonBody<'POST', '/api/keys/create'>, options?: WriteOptions) =>
    send('POST', '/api/keys/create', { json: body }, options),
})
