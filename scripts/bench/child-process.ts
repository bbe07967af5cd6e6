// Measured programs, each in a process of its own, as in real use.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const serverBin = join(root, 'packages', 'server', 'bin', 'platelight-server.js')

export interface Listening {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts a program that prints a JSON line with its `url` when it listens. Its log goes to a file, whose end explains a failure. */
export async function listening(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Listening> {
  const log = join(mkdtempSync(join(tmpdir(), 'platelight-bench-log-')), 'stderr')
  const file = openSync(log, 'w')
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', file],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...env },
  })
  closeSync(file)
  child.once('exit', () => rmSync(dirname(log), { recursive: true, force: true }))
  const lines = createInterface({ input: child.stdout as Readable })
  const ended = new Promise<never>((_, reject) => {
    child.prependOnceListener('exit', (code) => {
      const last = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n')
      reject(new Error(`${args.join(' ')} ended with ${code} before it was ready:\n${last}`))
    })
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  ended.catch(() => {})
  return { url: JSON.parse(line).url, pid: child.pid ?? 0, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export interface Server extends Listening {
  key: string
  data: string
}

/** One more process of an installation whose folder exists already. */
export const startIn = (data: string, env: NodeJS.ProcessEnv): Promise<Listening> =>
  listening([serverBin, 'start', '--data', data, '--port', '0', '--ready-json'], env)

/** A Platelight server on a new folder, with a key without limits. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'platelight-bench-'))
  const server = await startIn(data, env)
  const account = ['--email', 'bench@example.com', '--credits', '100000', '--plan', 'Enterprise']
  const made = execFileSync(process.execPath, [serverBin, 'keys', 'create', ...account, '--json', '--data', data], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return {
    ...server,
    data,
    key: JSON.parse(made).key,
    async stop() {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
