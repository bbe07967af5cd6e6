// The packages in other runtimes: bundled for Node by esbuild and by Vite, in Cloudflare's workerd, and in Deno and Bun if these are
// on the PATH or installed as packages. The same program receives webhooks and calls a server, which is simulated and busy at first.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { missing } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { build } from 'esbuild'
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
      name: 'a bundle of Vite for Node',
      async start() {
        const output = { entryFileNames: 'vite-program.mjs' }
        const { build: vite } = await dashboardVite()
        await vite({
          root: folder,
          configFile: false,
          logLevel: 'silent',
          ssr: { noExternal: true },
          build: { ssr: 'program.mjs', outDir: folder, emptyOutDir: false, rollupOptions: { output } },
        })
        write('vite.mjs', HOSTS.node.replace('./program.mjs', './vite-program.mjs'))
        return start(process.execPath, ['vite.mjs'])
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
        const program = programOf(name)
        if (program === undefined) return undefined
        write(`${name}.mjs`, HOSTS[name])
        const args = name === 'deno' ? ['run', '--allow-net', '--allow-env'] : ['run']
        return start(program, [...args, `${name}.mjs`])
      },
    })),
  ]
}

/** Vite, which builds the dashboard. */
async function dashboardVite(): Promise<{ build(options: object): Promise<unknown> }> {
  const dashboard = createRequire(new URL('../../packages/dashboard/package.json', import.meta.url))
  return import(pathToFileURL(dashboard.resolve('vite')).href)
}

/** The program of a runtime: that of the PATH, or else that of its package, which exists for some platforms. */
function programOf(name: 'deno' | 'bun'): string | undefined {
  if (missing(name) === undefined) return name
  try {
    return createRequire(import.meta.url).resolve(
      name === 'deno' ? '@deno/linux-x64-glibc/deno' : '@oven/bun-linux-x64/bin/bun',
    )
  } catch {
    return undefined
  }
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

// A user's program with both packages, and the code that serves it in each runtime.

/** One program for all runtimes, in the form of Workers. */
const PROGRAM = `
import { Platelight } from '@platelight/sdk'
import { fetchWebhook, memoryDedupe } from '@platelight/webhook-verifier'

const handled = []
const receive = fetchWebhook(
  { secrets: ['whsec_next', process.env.WEBHOOK_SECRET], dedupe: memoryDedupe(), onError: () => {} },
  { 'photo.deleted': (event, { secretIndex }) => handled.push([event.data.photo.id, secretIndex]) },
)

export default {
  async fetch(request, ...context) {
    if (request.method === 'POST') return receive(request, ...context)
    const { credits } = await new Platelight().account.credits()
    return Response.json({ credits, handled })
  },
}
`

const serving = 'console.log(JSON.stringify({ port: server.port ?? server.addr.port }))'

/** Each prints the port on which it serves the program. */
const HOSTS = {
  node: `
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import * as loaded from './program.mjs'

// Of a CommonJS bundle, everything that is exported is the default.
const program = loaded.default.default ?? loaded.default

const server = createServer(async (request, response) => {
  const { method, headers } = request
  const body = method === 'POST' ? await text(request) : undefined
  const answer = await program.fetch(new Request('http://127.0.0.1' + request.url, { method, headers, body }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}).listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })))
`,
  deno: `
import program from './program.mjs'

const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, program.fetch)
${serving}
`,
  bun: `
import program from './program.mjs'

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: program.fetch })
${serving}
`,
} as const

/** Sends webhooks to the program at `origin` and requests what it has handled. @throws when a reply is wrong */
async function tryOut(origin: string, secret: string): Promise<void> {
  const body = (id: string, createdAt = new Date()) =>
    JSON.stringify({ id, type: 'photo.deleted', createdAt, data: { photo: { id: `crème ${id}` } } })
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const send = async (text: string, signature = hmac(text)) => {
    const headers = { 'X-Service-Signature': signature, 'content-type': 'application/json' }
    const response = await fetch(origin, { method: 'POST', body: text, headers })
    return `${response.status} ${(await response.text()).split(':')[0]}`
  }

  const event = body('evt_1')
  const answers = {
    'an event': [await send(event), '200 ok'],
    'the same again': [await send(event), '200 duplicate'],
    'one that was altered': [await send(event.replace('evt_1', 'evt_2'), hmac(event)), '401 signature_mismatch'],
    'one without a signature': [await send(event, ''), '401 signature_missing'],
    'one of last year': [await send(body('evt_3', new Date(Date.now() - 4e10))), '400 outside_window'],
    'one that is too large': [await send(`${event}${' '.repeat(2e6)}`), '413 body_too_large'],
  }
  for (const [what, [answer, expected]] of Object.entries(answers)) assert.equal(answer, expected, what)

  const reply = await fetch(origin)
  assert.deepEqual(await reply.json(), { credits: 142, handled: [['crème evt_1', 1]] }, 'what the program knows')
}
