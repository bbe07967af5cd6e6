import { part } from '../base/compose.ts'
import type { Clock } from '../base/ports.ts'
import { deriveKey } from '../base/secrets/derive-key.ts'
import type { Db, OpenDatabase } from '../database/open-database.ts'
import { ownedTables } from '../database/owned-tables.ts'
import { createIdempotencyStore } from './idempotency-store.ts'

interface Needs {
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly owner: string
  readonly secrets: { readonly links: Uint8Array }
  readonly workers: { isAlive(tx: Db, owner: string): Promise<boolean> }
}

/** Requests repeated under one Idempotency-Key. */
export const idempotencyPart = part(({ database, clock, owner, secrets, workers }: Needs) => {
  const secret = deriveKey(secrets.links, 'idempotency')
  const idempotency = createIdempotencyStore({ database, clock, owner, isAlive: workers.isAlive, secret })
  return {
    provides: { idempotency },
    owns: ownedTables({ idempotency_keys: { key: 'key', file: null } }),
    timetable: [
      {
        name: 'expire-idempotency-keys',
        every: 'hour',
        work: idempotency.expire,
        failure: 'old idempotency keys were not removed',
      },
    ],
  }
})
