import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keys that the server signs with, each for one purpose. */
export interface Secrets {
  readonly sessions: Uint8Array
  readonly links: Uint8Array
}

const NAMES = ['sessions', 'links'] as const
const BYTES = 32

/** Reads the secrets of a data folder; makes what is missing at first start, readable by the owner only. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'secrets.json')
  const stored = await read(path)
  const complete = Object.fromEntries(
    NAMES.map((name) => [name, stored[name] ?? randomBytes(BYTES).toString('base64')]),
  )
  if (NAMES.some((name) => stored[name] === undefined)) {
    // `wx` on first start: of two processes that begin at once, the second reads what the first wrote.
    const first = Object.keys(stored).length === 0
    const written = await writeFile(path, `${JSON.stringify(complete, null, 2)}\n`, {
      mode: 0o600,
      flag: first ? 'wx' : 'w',
    })
      .then(() => true)
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      })
    if (!written) return loadSecrets(folder)
  }
  const bytes = (name: (typeof NAMES)[number]) => new Uint8Array(Buffer.from(complete[name] ?? '', 'base64'))
  return { sessions: bytes('sessions'), links: bytes('links') }
}

async function read(path: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(
      `${path} cannot be read. Restore it from a backup; without it every session and signed link is void.`,
      { cause: error },
    )
  }
}
