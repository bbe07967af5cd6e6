import { createHmac } from 'node:crypto'
import type { DiskSpace } from '../base/ports.ts'
import { noRoomForVisitors } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { lock } from '../database/transaction-lock.ts'
import { overQuota } from './over-quota.ts'
import { visitorStorageRepository } from './visitor-storage-repository.ts'

/** Bytes that are stored for visitors; Infinity for no limit. */
export interface VisitorLimits {
  /** Of all of them, and of accounts whose address is not verified. */
  readonly visitors: number
  /** Of one caller without an account. */
  readonly visitorAddress: number
}

export type VisitorStorage = ReturnType<typeof createVisitorStorage>

/**
 * Limits what is stored for people of whom nothing is known: all of them together, each by the address from which they call, and with a
 * higher floor of free space than accounts have. So they cannot take the space of the others.
 */
export const createVisitorStorage = ({
  limits,
  diskSpace,
  key,
}: {
  readonly limits: VisitorLimits
  readonly diskSpace: Pick<DiskSpace, 'isLowForVisitors'>
  readonly key: Uint8Array
}) => {
  /** @param bytes That are not stored yet. */
  const check = async (db: Db, addressHash: string, bytes: number): Promise<void> => {
    if (diskSpace.isLowForVisitors()) throw noRoomForVisitors()
    const { all, own } = await visitorStorageRepository(db).usage(addressHash)
    if (own + bytes > limits.visitorAddress) {
      const account = { used: own, limit: limits.visitorAddress, whose: 'From this address, visitors keep' }
      throw overQuota(
        account,
        bytes,
        'Sign up and claim projects, or wait: a project goes 24 hours after its session began.',
      )
    }
    if (all + bytes > limits.visitors) throw noRoomForVisitors()
  }

  return {
    /** The name under which the photos of a caller are counted. It does not tell the address. */
    addressHash: (caller: string): string => createHmac('sha256', key).update(caller).digest('base64url'),

    /** Refuses bytes that would not fit now. @throws ServiceError `storage_quota` (403), `overloaded` (503) */
    check,

    /**
     * Refuses what the same transaction has written if it is too much, by one transaction after the other: holds by a lock on the name.
     *
     * @param addressHash Empty for an account.
     * @throws ServiceError as `check`; the transaction must then be rolled back.
     */
    async require(tx: Db, addressHash = ''): Promise<void> {
      await lock(tx, 'visitor storage')
      await check(tx, addressHash, 0)
    },
  }
}
