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

const REMEDY =
  'Restore it from a backup. Or start the server once with --new-secrets: then everybody must sign in again, signed links stop working, and each webhook endpoint needs a new secret.'

type Name = (typeof NAMES)[number]
type Stored = Partial<Record<Name, string>>

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
  const path = join(folder, 'secrets.json')
  const stored = await read(path).catch(async (error: unknown): Promise<Stored> => {
    if (whenMissing !== 'replace' || !(error instanceof DataFolderError)) throw error
    await rename(path, `${path}.damaged`)
    return {}
  })
  if (whenMissing === 'refuse' && NAMES.every((name) => stored[name] === undefined))
    throw new DataFolderError(`${path} is missing. ${REMEDY}`)
  const complete = isComplete(stored) ? stored : await makeMissing(path)
  const bytes = (name: Name) => new Uint8Array(Buffer.from(complete[name] ?? '', 'base64'))
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
  while (!(await createEmpty(next))) {
    const stored = await read(path)
    if (isComplete(stored)) return stored
    if (await isAbandoned(next)) await rm(next, { force: true })
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

/** Whether the process that created the file died while writing it. */
async function isAbandoned(path: string): Promise<boolean> {
  const made = await stat(path).catch(() => undefined)
  return made !== undefined && Math.abs(Date.now() - made.mtimeMs) > MAX_WRITE_MS
}

/** Creates an empty file. Returns false when it exists. */
const createEmpty = (path: string): Promise<boolean> =>
  writeFile(path, '', { mode: 0o600, flag: 'wx' })
    .then(() => true)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    })

async function read(path: string): Promise<Stored> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as Stored
    if (typeof stored !== 'object' || Array.isArray(stored)) throw new Error('it is not a JSON object')
    const damaged = NAMES.find((name) => stored[name] !== undefined && !isKey(stored[name]))
    if (damaged !== undefined) throw new Error(`${damaged} is not ${BYTES} bytes as base64`)
    return stored
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new DataFolderError(`${path} cannot be read. ${REMEDY}`, { cause: error })
  }
}

const isKey = (text: unknown): boolean => typeof text === 'string' && Buffer.from(text, 'base64').length === BYTES
