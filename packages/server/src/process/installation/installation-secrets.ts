import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderError } from '../../base/data-folder-error.ts'

/** The keys that the server signs and encrypts with, one per purpose. */
export interface Secrets {
  readonly sessions: Uint8Array
  readonly links: Uint8Array
  /** Encrypts the signing secrets of webhook endpoints. */
  readonly webhooks: Uint8Array
}

const NAMES = ['sessions', 'links', 'webhooks'] as const
const BYTES = 32
/** Writing the file takes milliseconds. An older unfinished file was left by a process that died. */
const MAX_WRITE_MS = 2_000

/** The way out when secrets are lost for good. */
export const NEW_SECRETS =
  'Or start the server once with --new-secrets: then everybody must sign in again, signed links stop working, and each webhook endpoint needs a new secret.'

const REMEDY = `Restore it from a backup. ${NEW_SECRETS}`

/** Makes the value of one secret. */
const HOW_TO_MAKE = `Each of ${NAMES.join(', ')} is ${BYTES} random bytes as base64 (openssl rand -base64 ${BYTES}).`

type Name = (typeof NAMES)[number]
type Stored = Partial<Record<Name, string>>

/** The file of secrets that a data folder has of its own. */
export const secretsPath = (folder: string): string => join(folder, 'secrets.json')

/**
 * Reads the secrets of a data folder. The first start creates them, readable for the owner only. A newer version adds the
 * secrets that it needs.
 *
 * @param whenMissing What to do when the file is missing or damaged: `make` it (there is no database yet), `refuse`, or
 *   `replace` it and keep the damaged file under another name.
 * @throws DataFolderError with the file and what to do.
 */
export async function loadSecrets(
  folder: string,
  whenMissing: 'make' | 'refuse' | 'replace' = 'make',
): Promise<Secrets> {
  const path = secretsPath(folder)
  const stored = await read(path).catch(async (error: unknown): Promise<Stored> => {
    if (whenMissing !== 'replace' || !(error instanceof DataFolderError)) throw error
    await rename(path, `${path}.damaged`)
    return {}
  })
  if (whenMissing === 'refuse' && NAMES.every((name) => stored[name] === undefined))
    throw new DataFolderError(`${path} is missing. ${REMEDY}`)
  return toSecrets(isComplete(stored) ? stored : await makeMissing(path))
}

/**
 * Reads the secrets of a file that several processes share (`PLATELIGHT_SECRETS_FILE`). It is never written, so it may be
 * read-only.
 *
 * @throws DataFolderError when it is missing, damaged or incomplete, with what to do.
 */
export async function readSecretsFile(path: string): Promise<Secrets> {
  const named = `PLATELIGHT_SECRETS_FILE (${path})`
  const stored = await parse(path).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'ENOENT'
        ? `is missing. Copy secrets.json of a data folder there, or write a new one. ${HOW_TO_MAKE}`
        : `cannot be read: ${error.message}. Restore it from a backup or from another process.`
    throw new DataFolderError(`${named} ${reason}`, { cause: error })
  })
  const missing = NAMES.filter((name) => stored[name] === undefined)
  if (missing.length > 0) throw new DataFolderError(`${named} lacks ${missing.join(' and ')}. Add it. ${HOW_TO_MAKE}`)
  return toSecrets(stored)
}

function toSecrets(stored: Stored): Secrets {
  const bytes = (name: Name) => new Uint8Array(Buffer.from(stored[name] ?? '', 'base64'))
  return { sessions: bytes('sessions'), links: bytes('links'), webhooks: bytes('webhooks') }
}

const isComplete = (stored: Stored): boolean => NAMES.every((name) => stored[name] !== undefined)

/**
 * Creates the missing secrets. The unfinished file is also the lock: when several processes start at once, such as a server
 * and a command, one creates the keys and the others wait and read them. The new file replaces the old one as a whole, so a
 * crash loses none of the existing keys.
 */
async function makeMissing(path: string): Promise<Stored> {
  const next = `${path}.new`
  const isAbandoned = watchAbandonment(next)
  while (!(await createEmpty(next))) {
    const stored = await read(path)
    if (isComplete(stored)) return stored
    if (await isAbandoned()) await rm(next, { force: true })
    await sleep(20)
  }
  try {
    const stored = await read(path)
    if (isComplete(stored)) {
      await rm(next)
      return stored
    }
    const complete = Object.fromEntries(
      NAMES.map((name) => [name, stored[name] ?? randomBytes(BYTES).toString('base64')]),
    )
    await writeFile(next, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(next, path)
    return complete
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}

/**
 * Tells whether the process that created a file died while writing it, because nothing happens to the file. The time of the
 * file says nothing: on a shared folder, it may come from a machine with another clock.
 */
function watchAbandonment(path: string): () => Promise<boolean> {
  let state = ''
  let since = 0
  return async () => {
    const made = await stat(path).catch(() => undefined)
    const now = made === undefined ? '' : `${made.ino} ${made.mtimeMs}`
    if (now !== state) {
      state = now
      since = performance.now()
    }
    return made !== undefined && performance.now() - since > MAX_WRITE_MS
  }
}

/** Creates an empty file. Returns false when it exists. */
const createEmpty = (path: string): Promise<boolean> =>
  writeFile(path, '', { mode: 0o600, flag: 'wx' })
    .then(() => true)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    })

/** The secrets of a data folder; none when the file is missing. */
const read = (path: string): Promise<Stored> =>
  parse(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return {}
    throw new DataFolderError(`${path} cannot be read. ${REMEDY}`, { cause: error })
  })

async function parse(path: string): Promise<Stored> {
  const text = await readFile(path, 'utf8')
  const stored = parseJson(text)
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) throw new Error('it is not a JSON object')
  const keys = stored as Stored
  const damaged = NAMES.find((name) => keys[name] !== undefined && !isKey(keys[name]))
  if (damaged !== undefined) throw new Error(`${damaged} is not ${BYTES} bytes as base64`)
  return keys
}

/** Errors of `JSON.parse` quote the text, and this one is secret. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

const isKey = (text: unknown): boolean => typeof text === 'string' && Buffer.from(text, 'base64').length === BYTES
