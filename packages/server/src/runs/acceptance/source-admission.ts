import { ServiceError } from '../../base/service-error.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { Db } from '../../database/open-database.ts'
import { type Order, type RunOrder, runOrdersOf } from '../../operations/define-operation.ts'
import { nameSource, type Sources } from '../execution/run-sources.ts'

/** Looks at the sources of an order before it is accepted, as far as that is possible without fetching any. */
export function createSourceAdmission(deps: {
  readonly db: Db
  readonly sources: Pick<Sources, 'check' | 'size'>
  readonly quota: Pick<StorageQuota, 'usage'>
}) {
  const { db, sources, quota } = deps

  /** Of a batch, only addresses that cannot be any are refused. What else is wrong fails its item alone. */
  const checkItem = ({ operation, params }: RunOrder, index: number): void => {
    try {
      for (const address of operation.sources(params)) sources.check(address)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new ServiceError(error.code, `image_urls[${index}]: ${error.message}`, error.fields)
    }
  }

  return {
    /** Refuses sources that cannot be read or are not taken. @throws ServiceError (400) */
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
     * The bytes that the originals of an order will take at least: the size of what is stored here, one byte for what has
     * to be fetched. 0 without looking for an account that may keep as much as it likes.
     */
    async bytesToKeep(order: Order, accountId: string): Promise<number> {
      if ((await quota.usage(db, accountId)).limit === null) return 0
      const addresses = runOrdersOf(order).flatMap(({ operation, params }) => operation.sources(params))
      const known = await Promise.all(addresses.map((address) => sources.size(address, accountId)))
      return known.reduce((sum, size) => sum + (size?.bytes ?? 1), 0)
    },
  }
}
