import { createHash, createHmac } from 'node:crypto'
import { DataFolderError } from '../../base/data-folder-error.ts'
import type { Clock } from '../../base/ports.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { installationRepository } from './installation-repository.ts'
import { NEW_SECRETS, type Secrets } from './installation-secrets.ts'

/** A process is gone when it has sent no heartbeat for this long. */
const GONE_MS = 30_000
const CONTRACT = 'contract'

/** Whether the database is used with secrets already. Then new ones must not be made by accident. */
export const hasSecrets = async ({ db }: Pick<OpenDatabase, 'db'>): Promise<boolean> =>
  (await installationRepository(db).list()).some(({ name }) => name.startsWith(SECRET))

/**
 * Makes sure that a database is used with one set of secrets. The first process records their fingerprints. Of those that
 * start at once on an empty database, one decides.
 *
 * @param given.path Where the secrets are, for the error.
 * @param given.replace Records these secrets in place of others.
 * @returns What the secrets of the database are: its `first`, the `same` as before, or `replaced`.
 * @throws DataFolderError when the database is used with other secrets.
 */
export async function requireSameSecrets(
  { db, clock }: Pick<OpenDatabase, 'db'> & { clock: Clock },
  given: { readonly secrets: Secrets; readonly path: string; readonly replace: boolean },
): Promise<'first' | 'same' | 'replaced'> {
  const repository = installationRepository(db)
  const values = fingerprints(given.secrets)
  const at = clock.now().toISOString()
  const before = (await repository.list()).filter(({ name }) => values.has(name))
  const isSame = before.every(({ name, value }) => values.get(name) === value)
  if (given.replace && !isSame) {
    // Of two that replace them at once the later one holds, and the other is refused at its next start.
    await repository.replace(values, at)
    return 'replaced'
  }
  await repository.addMissing(values, at)
  const recorded = await repository.list()
  if (recorded.every(({ name, value }) => (values.get(name) ?? value) === value))
    return before.length === 0 ? 'first' : 'same'
  throw new DataFolderError(
    `The secrets in ${given.path} are not those that this database is used with. Every process needs the same file: copy it from another process or a backup, and name it in PLATELIGHT_SECRETS_FILE. ${NEW_SECRETS}`,
  )
}

/**
 * Makes sure that all processes of a database serve the same contract. A new version takes over when no other process is
 * running.
 *
 * @param version The version of the contract that this process serves.
 * @throws DataFolderError when other processes serve another one.
 */
export async function requireSameContract(
  { database, clock }: { database: Pick<OpenDatabase, 'db' | 'dialect'>; clock: Clock },
  version: string,
): Promise<void> {
  const repository = installationRepository(database.db)
  for (;;) {
    const now = clock.now()
    await repository.addMissing(new Map([[CONTRACT, version]]), now.toISOString())
    const seen = await repository.find(CONTRACT)
    if (!seen) continue
    const since = new Date(now.getTime() - GONE_MS).toISOString()
    // A process that has just been started has not sent a heartbeat yet.
    const isElsewhere =
      !database.dialect.soleOwner && (seen.confirmed_at >= since || (await repository.hasHeartbeatSince(since)))
    if (seen.value !== version && isElsewhere)
      throw new DataFolderError(
        `Other processes of this database serve version ${seen.value} of the contract, and this one has ${version}. Stop all of them before you start another version (one that crashed counts for ${GONE_MS / 1000} seconds), or start the same version here.`,
      )
    if (await repository.change(seen, version, now.toISOString())) return
  }
}

const SECRET = 'secret '

/** They tell secrets apart and reveal nothing of them. */
const fingerprints = (secrets: Secrets): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(secrets).map(([name, key]: [string, Uint8Array]) => [
      `${SECRET}${name}`,
      createHash('sha256')
        .update(createHmac('sha256', key).update(`platelight fingerprint of ${name}`).digest())
        .digest('hex'),
    ]),
  )
