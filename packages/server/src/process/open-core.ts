import { existsSync } from 'node:fs'
import { createSessions } from '../accounts/session-tokens.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Clock } from '../base/ports.ts'
import { type Ids, randomIds } from '../base/random-ids.ts'
import { createCreditLedger } from '../credits/credit-ledger.ts'
import { createKeys } from '../keys/key-service.ts'
import { chooseDatabase } from './adapters.ts'
import { loadSecrets, type Secrets } from './data-folder/installation-secrets.ts'
import { databasePath, openDataFolder } from './data-folder/open-data-folder.ts'

export type Core = Awaited<ReturnType<typeof openCore>>

const systemClock: Clock = { now: () => new Date() }

/**
 * What the server and every command of an operator need: the data folder, its database, and whose is what.
 *
 * @param options.newSecrets Makes secrets beside a database that has lost them, instead of refusing.
 * @throws DataFolderError when what is there cannot be used.
 */
export async function openCore(config: Config, options: { clock?: Clock; newSecrets?: boolean } = {}) {
  const clock = options.clock ?? systemClock
  const ids: Ids = randomIds(() => clock.now())
  await openDataFolder(config.dataFolder)
  const path = databasePath(config.dataFolder)
  // Secrets come before the database, so a database that is there had some, also while another process begins.
  const whenMissing = options.newSecrets ? 'replace' : existsSync(path) ? 'refuse' : 'make'
  const secrets: Secrets = await loadSecrets(config.dataFolder, whenMissing)
  const database = await chooseDatabase(config)
  const { db } = database
  const address = createAddress(config)

  return {
    config,
    clock,
    ids,
    secrets,
    address,
    database,
    ledger: createCreditLedger({ clock, upgradeUrl: address.upgradeUrl }),
    keys: createKeys({ db, ids, clock }),
    sessions: createSessions({ db, ids, clock, key: secrets.sessions }),
    close: () => database.close(),
  }
}

/** Under which address callers reach the service: the configured one, or the one it turns out to listen on. */
function createAddress({ publicUrl, upgradeUrl }: Config) {
  let listening = ''
  const current = () => publicUrl ?? listening
  return {
    publicUrl: current,
    /** The page about an error. */
    docsUrl: (code: string) => `${current()}/docs/errors/${code}`,
    /** The billing page that a 402 leads to. */
    upgradeUrl: () => upgradeUrl ?? `${current()}/dashboard/billing`,
    listensOn(url: string) {
      listening = url
    },
  }
}
