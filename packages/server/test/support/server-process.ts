import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { blobSettings } from './blobs/stored-blobs.ts'
import { WITHOUT_NETWORKS } from './models/without-networks.ts'
import type { SmallDisk } from './services/small-disk.ts'

/** The built program. */
export const BIN = fileURLToPath(new URL('../../bin/platelight-server.js', import.meta.url))

/**
 * The built server as a process of its own, as an operator starts it.
 *
 * @param options.networks whether it loads those installed here; default: none
 * @param options.disk holds the data folder
 * @param options.onSpawn gets the process before it is ready, so that it can be killed during the start
 */
export async function startProcess(
  dataFolder: string,
  options: {
    env?: Readonly<Record<string, string | undefined>>
    networks?: boolean
    cwd?: string
    args?: string[]
    disk?: Pick<SmallDisk, 'command'>
    onSpawn?: (child: ChildProcess) => void
  } = {},
) {
  const args = [BIN, 'start', '--data', dataFolder, '--port', '0', '--ready-json', ...(options.args ?? [])]
  const child: ChildProcess = spawn(
    ...(options.disk?.command(process.execPath, args) ?? ([process.execPath, args] as const)),
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Set, so that the started process is the server itself.
      env: {
        ...process.env,
        MALLOC_ARENA_MAX: '2',
        PLATELIGHT_LOG: 'warn',
        ...blobSettings(dataFolder),
        ...(options.networks !== true && WITHOUT_NETWORKS),
        ...options.env,
      },
      ...(options.cwd !== undefined && { cwd: options.cwd }),
    },
  )
  options.onSpawn?.(child)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const exited = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }))
  const ready = await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line').then(
      ([line]) => JSON.parse(line as string) as { event: string; url: string; pid: number },
    ),
    exited.then(({ code }) => {
      throw new Error(`the server ended with ${code}: ${errors}`)
    }),
  ])
  return {
    url: ready.url,
    child,
    exited,
    errors: () => errors,
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal)
      return exited
    },
  }
}

/** Runs an operator's command to its end. */
export const command = (...args: string[]) => commandWith({}, ...args)

/** Runs an operator's command with settings. */
export const commandWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [BIN, ...args], { env: { ...process.env, ...env } })

export async function createKey(
  dataFolder: string,
  credits: number,
  email = 'kitchen@example.com',
  env: Readonly<Record<string, string>> = {},
) {
  const { stdout } = await commandWith(
    env,
    'keys',
    'create',
    '--init',
    '--email',
    email,
    '--credits',
    String(credits),
    '--plan',
    'Enterprise',
    '--json',
    '--data',
    dataFolder,
  )
  return JSON.parse(stdout) as { key: string; account: { id: string }; credits: number }
}
