import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { ServerStart } from './attach-server.ts'

/** The local account is not limited: it has the largest plan and more credits than it can use. */
const ACCOUNT = ['--email', 'local@platelight.invalid', '--name', 'cli', '--plan', 'Enterprise', '--credits', '1000000']

/** Stores the key of the local account in `cli-key.json`, mode 600. */
export function createLocalKeyStore({ dataFolder, bin, env }: Pick<ServerStart, 'dataFolder' | 'bin' | 'env'>) {
  const file = join(dataFolder, 'cli-key.json')

  const readKey = (): string | undefined => {
    try {
      const { key } = JSON.parse(readFileSync(file, 'utf8')) as { key?: unknown }
      return typeof key === 'string' && key !== '' ? key : undefined
    } catch {
      return undefined
    }
  }

  const saveKey = (key: string): void => {
    const temporary = `${file}.${randomUUID().slice(0, 8)}.part`
    writeFileSync(temporary, `${JSON.stringify({ key })}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  }

  /** Waits for the process that started the server to create the first key, so that there are not two. */
  const waitForKey = async (): Promise<string | undefined> => {
    for (let waited = 0; waited < FIRST_KEY_MS && readKey() === undefined; waited += POLL_MS) await sleep(POLL_MS)
    return readKey()
  }

  return {
    /**
     * Returns a key that the server accepts: the stored one, or a new one.
     *
     * @param owned whether this process started the server
     */
    async keyFor(url: string, fetch: Fetch, owned: boolean): Promise<string> {
      const known = readKey() ?? (owned ? undefined : await waitForKey())
      if (known !== undefined && (await accepts(url, known, fetch))) return known
      const key = await createKey(bin, dataFolder, env)
      saveKey(key)
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
      // A joined server may stop at this moment; the next attempt reaches its successor.
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
    let errorOutput = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errorOutput = (errorOutput + chunk).slice(-1000)))
    child.on('error', reject)
    child.on('close', () => {
      const key = keyIn(printed)
      if (key) resolve(key)
      else
        reject(
          new CliError(
            `The local server did not create a key. ${errorOutput.trim()}`.trim(),
            EXIT.unexpected,
            'server_failed',
          ),
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
