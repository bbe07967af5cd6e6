// The packages in other runtimes: bundled for Node, in Cloudflare's workerd, and in Deno and Bun if these are on the
// PATH. The same program receives webhooks and calls a server, which is simulated and busy at first.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { tryOut } from './try-out.ts'
import { HOSTS, PROGRAM } from './try-programs.ts'
import { workerdCommand } from './workerd.ts'

const SECRET = 'whsec_cnVudGltZXM='
const KEY = 'pl_live_runtimes'
const WAIT_MS = 30_000

interface Runtime {
  readonly name: string
  /** Starts the program; undefined when the runtime is not installed. It prints `"port":N` when it listens. */
  start(): Promise<ChildProcess | undefined>
}

/**
 * @param folder where the packages are installed
 * @returns one sentence for each thing that does not work
 */
export async function checkRuntimes(folder: string): Promise<string[]> {
  const api = await busyServer()
  const env = { WEBHOOK_SECRET: SECRET, PLATELIGHT_API_KEY: KEY, PLATELIGHT_BASE_URL: api.url }
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  const problems: string[] = []
  try {
    for (const { name, start } of runtimes(folder, env)) {
      let running: ChildProcess | undefined
      try {
        running = await start()
        if (!running) {
          console.log(`skip ${name} is not installed`)
          continue
        }
        api.expectAnother()
        await tryOut(`http://127.0.0.1:${await portOf(running)}`, SECRET)
        console.log(`ok   in ${name}: receives webhooks, asks a server`)
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : error}`)
        console.log(`BAD  in ${name}`)
      } finally {
        running?.kill('SIGKILL')
      }
    }
  } finally {
    api.close()
  }
  return problems
}

function runtimes(folder: string, env: Readonly<Record<string, string>>): readonly Runtime[] {
  const start = (program: string, args: readonly string[]) =>
    spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const installed = (program: string) => spawnSync(program, ['--version']).status === 0

  return [
    {
      name: 'a bundle for Node',
      async start() {
        const [entryPoints, outfile] = [[join(folder, 'program.mjs')], join(folder, 'program.cjs')]
        await build({ entryPoints, outfile, bundle: true, format: 'cjs', platform: 'node', logLevel: 'silent' })
        write('bundled.mjs', HOSTS.node.replace('./program.mjs', './program.cjs'))
        return start(process.execPath, ['bundled.mjs'])
      },
    },
    {
      name: 'workerd',
      async start() {
        const [program, ...args] = await workerdCommand(folder, 'program.mjs', env)
        return start(program, args)
      },
    },
    ...(['deno', 'bun'] as const).map((name) => ({
      name: name === 'deno' ? 'Deno' : 'Bun',
      async start() {
        if (!installed(name)) return undefined
        write(`${name}.mjs`, HOSTS[name])
        const args = name === 'deno' ? ['run', '--allow-net', '--allow-env'] : ['run']
        return start(name, [...args, `${name}.mjs`])
      },
    })),
  ]
}

/** The port that a process prints. @throws with its output when it ends or prints none */
function portOf(running: ChildProcess): Promise<number> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`does not listen:\n${printed}`))
    const timer = setTimeout(fail, WAIT_MS)
    running.once('error', fail)
    running.once('exit', fail)
    for (const stream of [running.stdout, running.stderr]) {
      stream?.on('data', (chunk) => {
        printed += chunk
        const [, port] = /"port":\s*(\d+)/.exec(printed) ?? []
        if (!port) return
        clearTimeout(timer)
        resolve(Number(port))
      })
    }
  })
}

/** A simulated server: it knows the credits of one key, and is busy at the first call. */
async function busyServer() {
  let asked = 0
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${KEY}` && request.url === '/api/account/credits'
    const status = asked++ === 0 ? 503 : isKnown ? 200 : 401
    const body = status === 200 ? { credits: 142 } : { error: { code: 'not_now', message: 'Not now.' } }
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expectAnother: () => {
      asked = 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
