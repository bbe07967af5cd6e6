import type { Logger } from 'pino'
import type { PasswordCost } from '../accounts/passwords/password-hashing.ts'
import { createSessions } from '../accounts/session-tokens.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Clock } from '../base/ports.ts'
import { type Ids, randomIds } from '../base/random-ids.ts'
import { createCreditLedger } from '../credits/credit-ledger.ts'
import type { OnQuery } from '../database/open-database.ts'
import { createKeys } from '../keys/key-service.ts'
import { chooseDatabase } from './adapters.ts'
import { readCatalogue } from './catalogue-file.ts'
import { openInstallation } from './installation/open-installation.ts'
import { openRotatedKeys } from './installation/rotated-keys.ts'

export type Core = Awaited<ReturnType<typeof openCore>>

/**
 * What the server and every operator command need: the data folder, its database, and the accounts' keys, sessions and credits.
 *
 * @param options.newSecrets Creates new secrets when those of an existing database are lost, instead of refusing.
 * @param options.onQuery Gets the time of every statement.
 * @param options.passwordCost Of tests. No setting of an operator makes passwords weaker.
 * @throws DataFolderError when the data folder cannot be used as it is.
 */
export async function openCore(
  config: Config,
  options: {
    clock?: Clock
    newSecrets?: boolean
    logger?: Logger
    passwordCost?: PasswordCost
    onQuery?: OnQuery | undefined
  } = {},
) {
  const catalogue = await readCatalogue(config.sales.catalogueFile)
  const { database, secrets } = await openInstallation(config, {
    open: () => chooseDatabase(config, options.logger, options.onQuery),
    ...(options.clock && { clock: options.clock }),
    newSecrets: options.newSecrets ?? false,
    logger: options.logger,
  })
  const clock = options.clock ?? database.clock
  const signingKeys = {
    links: await openRotatedKeys({ db: database.db, clock }, 'links', secrets.links),
    sessions: await openRotatedKeys({ db: database.db, clock }, 'sessions', secrets.sessions),
  }
  const ids: Ids = randomIds(() => clock.now())
  const { db } = database
  const address = createAddress(config)

  return {
    config,
    clock,
    ids,
    secrets,
    signingKeys,
    address,
    passwordCost: options.passwordCost,
    database,
    catalogue,
    ledger: createCreditLedger({ clock, upgradeUrl: address.upgradeUrl, plans: catalogue.plans }),
    keys: createKeys({ db, ids, clock }),
    sessions: createSessions({ db, ids, clock, keys: signingKeys.sessions }),
    close: () => database.close(),
  }
}

/** The address at which callers reach the service: the configured one, or the one that the server listens on. */
function createAddress({ publicUrl, sales }: Config) {
  let listening = ''
  const current = () => publicUrl ?? listening
  return {
    publicUrl: current,
    /** The web page about an error code. */
    docsUrl: (code: string) => `${current()}/docs/errors/${code}`,
    /** The billing page that a 402 leads to. */
    upgradeUrl: () => sales.upgradeUrl ?? `${current()}/dashboard/billing`,
    listensOn(url: string) {
      listening = url
    },
  }
}
