import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { ServerStart } from './attach-server.ts'

/** Nobody rations their own machine: the account has the largest plan and more credits than it will use. */
const ACCOUNT = ['--email', 'local@platelight.invalid', '--name', 'cli', '--plan', 'Enterprise', '--credits', '1000000']

/** Keeps the key of the local account in `cli-key.json`, mode 600. */
export function createLocalKeyStore({ dataFolder, bin, env }: Pick<ServerStart, 'dataFolder' | 'bin' | 'env'>) {
  const file = join(dataFolder, 'cli-key.json')

  const kept = (): string | undefined => {
    try {
      const { key } = JSON.parse(readFileSync(file, 'utf8')) as { key?: unknown }
      return typeof key === 'string' && key !== '' ? key : undefined
    } catch {
      return undefined
    }
  }

  const keep = (key: string): void => {
    const temporary = `${file}.${randomUUID().slice(0, 8)}.part`
    writeFileSync(temporary, `${JSON.stringify({ key })}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  }

  /** Who joined a server lets its owner make the first key: two at once would make two. */
  const expected = async (): Promise<string | undefined> => {
    for (let waited = 0; waited < FIRST_KEY_MS && kept() === undefined; waited += POLL_MS) await sleep(POLL_MS)
    return kept()
  }

  return {
    /**
     * A key the server accepts: the kept one, else a new one.
     *
     * @param owned whether the server is ours rather than one we joined
     */
    async keyFor(url: string, fetch: Fetch, owned: boolean): Promise<string> {
      const known = kept() ?? (owned ? undefined : await expected())
      if (known !== undefined && (await accepts(url, known, fetch))) return known
      const key = await createKey(bin, dataFolder, env)
      keep(key)
      return key
    },
  }
}

type Fetch = (request: Request) => Promise<Response>

const FIRST_KEY_MS = 5_000
const POLL_MS = 100
const ATTEMPTS = 4

async function accepts(url: string, key: string, fetch: Fetch): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(
        new Request(`${url}/api/account/credits`, { headers: { authorization: `Bearer ${key}` } }),
      )
      await response.body?.cancel()
      return response.status !== 401
    } catch (error) {
      // A server that was joined may end just then; by the next attempt there is another.
      if (attempt === ATTEMPTS) {
        throw new CliError(
          `The local server does not answer: ${(error as Error).message}.`,
          EXIT.unreachable,
          'server_unreachable',
        )
      }
      await sleep(attempt * POLL_MS)
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function createKey(bin: string, dataFolder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = [bin, 'keys', 'create', '--data', dataFolder, '--no-env-file', ...ACCOUNT, '--json']
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env, windowsHide: true })
    let printed = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint = (complaint + chunk).slice(-1000)))
    child.on('error', reject)
    child.on('close', () => {
      const key = keyIn(printed)
      if (key) resolve(key)
      else
        reject(
          new CliError(`The local server gave no key. ${complaint.trim()}`.trim(), EXIT.unexpected, 'server_failed'),
        )
    })
  })
}

function keyIn(text: string): string | undefined {
  try {
    const { key } = JSON.parse(text) as { key?: unknown }
    return typeof key === 'string' ? key : undefined
  } catch {
    return undefined
  }
}
