import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderError } from '../../base/data-folder-error.ts'

/** Keys that the server signs or seals with, each for one purpose. */
export interface Secrets {
  readonly sessions: Uint8Array
  readonly links: Uint8Array
  /** Seals the signing secrets of webhook endpoints. */
  readonly webhooks: Uint8Array
}

const NAMES = ['sessions', 'links', 'webhooks'] as const
const BYTES = 32
/** It takes milliseconds. */
const LONGEST_WRITE_MS = 2_000

const REMEDY =
  'Restore it from a backup. Or start the server once with --new-secrets: everybody then signs in again, signed links end, and each webhook endpoint needs a new secret.'

type Name = (typeof NAMES)[number]
type Stored = Partial<Record<Name, string>>

/**
 * Reads the secrets of a data folder. At first start all are made, readable by the owner only; a secret that a newer
 * version needs is added.
 *
 * @param whenMissing What is done where the file is missing or damaged: `make` it (no database yet), `refuse`, or
 *   `replace` it, with what was damaged kept aside.
 * @throws DataFolderError naming the file and the way out.
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
 * The file that is being written is also the lock: of processes that begin at once, such as a server and a command, one
 * makes the keys and the others wait and read them. It takes the place of the old one as a whole, so that a crash in the
 * middle takes along none of the keys that were there.
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

/** Whether who made it died while writing. */
async function isAbandoned(path: string): Promise<boolean> {
  const made = await stat(path).catch(() => undefined)
  return made !== undefined && Math.abs(Date.now() - made.mtimeMs) > LONGEST_WRITE_MS
}

/** Makes the file, empty, unless it is there. */
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
    if (typeof stored !== 'object' || Array.isArray(stored)) throw new Error('it is no JSON object')
    const damaged = NAMES.find((name) => stored[name] !== undefined && !isKey(stored[name]))
    if (damaged !== undefined) throw new Error(`${damaged} is not ${BYTES} bytes as base64`)
    return stored
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new DataFolderError(`${path} cannot be read. ${REMEDY}`, { cause: error })
  }
}

const isKey = (text: unknown): boolean => typeof text === 'string' && Buffer.from(text, 'base64').length === BYTES
