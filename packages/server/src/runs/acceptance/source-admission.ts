import { ServiceError } from '../../base/service-error.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { Db } from '../../database/open-database.ts'
import { type Order, type RunOrder, runOrdersOf } from '../../operations/define-operation.ts'
import { nameSource, type Sources } from '../execution/run-sources.ts'

/** Checks the sources of an order before it is accepted, as far as possible without fetching any. */
export function createSourceAdmission(deps: {
  readonly db: Db
  readonly sources: Pick<Sources, 'check' | 'size'>
  readonly quota: Pick<StorageQuota, 'usage'>
}) {
  const { db, sources, quota } = deps

  /** For a batch, only malformed addresses are refused. Any other problem fails only its item. */
  const checkItem = ({ operation, params }: RunOrder, index: number): void => {
    try {
      for (const address of operation.sources(params)) sources.check(address)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code !== 'image_url_invalid') return
      throw new ServiceError(error.code, `image_urls[${index}]: ${error.message}`, error.fields)
    }
  }

  return {
    /** Refuses sources that cannot be read or are not allowed. @throws ServiceError (400) */
    async admit({ operation, params, items }: Order, accountId: string): Promise<void> {
      if (items) return items.forEach(checkItem)
      const addresses = operation.sources(params)
      for (const [index, address] of addresses.entries()) {
        try {
          sources.check(address)
        } catch (error) {
          throw nameSource(error, operation.sourceName?.(params, index))
        }
      }
      if (!operation.admit) return
      operation.admit(params, await Promise.all(addresses.map((address) => sources.size(address, accountId))))
    },

    /**
     * The least number of bytes that the originals of an order will take: the size of a stored picture, and one byte for a
     * picture that must be fetched. 0, without a check, for an account without a storage limit.
     */
    async bytesToKeep(order: Order, accountId: string): Promise<number> {
      if ((await quota.usage(db, accountId)).limit === null) return 0
      const addresses = runOrdersOf(order).flatMap(({ operation, params }) => operation.sources(params))
      const known = await Promise.all(addresses.map((address) => sources.size(address, accountId)))
      return known.reduce((sum, size) => sum + (size?.bytes ?? 1), 0)
    },
  }
}
