import type { Kysely } from 'kysely'
import type { Dialect } from '../sql-dialect.ts'
import { up as spine } from './0001_spine.ts'
import { up as signIn } from './0002_sign_in.ts'
import { up as histories } from './0003_histories.ts'
import { up as replacedKeys } from './0004_replaced_keys.ts'
import { up as batches } from './0005_batches.ts'
import { up as webhooks } from './0006_webhooks.ts'
import { up as turns } from './0007_turns.ts'
import { up as storage } from './0008_storage.ts'

/** Applied in this order, each once and as a whole. A name never changes after a release. */
export const MIGRATIONS: readonly { name: string; up: (db: Kysely<unknown>, dialect: Dialect) => Promise<void> }[] = [
  { name: '0001_spine', up: spine },
  { name: '0002_sign_in', up: signIn },
  { name: '0003_histories', up: histories },
  { name: '0004_replaced_keys', up: replacedKeys },
  { name: '0005_batches', up: batches },
  { name: '0006_webhooks', up: webhooks },
  { name: '0007_turns', up: turns },
  { name: '0008_storage', up: storage },
]
