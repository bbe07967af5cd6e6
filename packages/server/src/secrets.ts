import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keys that the server signs or seals with, each for one purpose. */
export interface Secrets {
  readonly sessions: Uint8Array
  readonly links: Uint8Array
  /** Seals the signing secrets of webhook endpoints. */
  readonly webhooks: Uint8Array
}

const NAMES = ['sessions', 'links', 'webhooks'] as const
const BYTES = 32

/** Reads the secrets of a data folder; makes what is missing, at first start all of them, readable by the owner only. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'secrets.json')
  const stored = await read(path)
  const complete = Object.fromEntries(
    NAMES.map((name) => [name, stored[name] ?? randomBytes(BYTES).toString('base64')]),
  )
  if (NAMES.some((name) => stored[name] === undefined)) {
    const text = `${JSON.stringify(complete, null, 2)}\n`
    const written = await (Object.keys(stored).length === 0 ? create(path, text) : replace(path, text))
    if (!written) return loadSecrets(folder)
  }
  const bytes = (name: (typeof NAMES)[number]) => new Uint8Array(Buffer.from(complete[name] ?? '', 'base64'))
  return { sessions: bytes('sessions'), links: bytes('links'), webhooks: bytes('webhooks') }
}

/** Of two processes that begin at once, the second is told no, and reads what the first wrote. */
const create = (path: string, text: string): Promise<boolean> =>
  writeFile(path, text, { mode: 0o600, flag: 'wx' })
    .then(() => true)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    })

/** Whole or not at all: a crash in the middle must not take along the keys that were there. */
async function replace(path: string, text: string): Promise<boolean> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return true
}

async function read(path: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(
      `${path} cannot be read. Restore it from a backup; without it every session, signed link and webhook secret is void.`,
      { cause: error },
    )
  }
}
