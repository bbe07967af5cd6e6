// The only file that depends on the server package and starts it. The server belongs to the user of this machine: it
// keeps its data in the user's data folder, stops when the CLI closes its pipe, and has no limits.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { isKnownVariable } from '../config/environment-variables.ts'
import { type AttachedServer, answers, attachServer } from './attach-server.ts'
import { createLocalKeyStore } from './local-key.ts'

/** A server on this machine that is ready for requests. */
export interface LocalServer {
  /** The current URL. It may change during a run, which `fetch` hides. */
  readonly url: string
  readonly apiKey: string
  /** A fetch that follows the server to a new port and restarts a stopped server. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Stops the server if this process started it. A joined server keeps running. */
  close(): Promise<void>
}

export interface LocalServerOptions {
  readonly dataFolder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The server's executable file. Default: that of the installed package. */
  readonly bin?: string
  /** Receives messages for `--verbose`. */
  readonly onNotice?: (sentence: string) => void
}

/**
 * Starts the built-in server, or joins the one that already runs on the data folder.
 *
 * @throws CliError if the package is missing, or with the path of the log if the server does not start
 */
export async function openLocalServer({
  dataFolder,
  env,
  bin = serverBin(),
  onNotice,
}: LocalServerOptions): Promise<LocalServer> {
  makeFolder(dataFolder)
  const start = { dataFolder, bin, env: serverEnvironment(bin, env), onNotice: onNotice ?? (() => undefined) }
  let attached: AttachedServer = await attachServer(start)
  const fetch = createSteadyFetch({
    current: () => attached,
    async reattach() {
      await attached.close()
      start.onNotice('The local server has stopped; starting it again.')
      attached = await attachServer(start)
      return attached
    },
  })
  try {
    const { url, owned } = attached
    const apiKey = await createLocalKeyStore(start).keyFor(url, fetch, owned)
    return { url, apiKey, fetch, close: () => attached.close() }
  } catch (error) {
    await attached.close()
    throw error
  }
}

/** The executable of the server package. @throws CliError when it is not installed. */
export function serverBin(): string {
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve('@platelight/server/package.json')
    const { bin } = require(manifest) as { bin: Record<string, string> }
    return join(dirname(manifest), bin['platelight-server'] ?? '')
  } catch {
    throw new CliError(
      'The server package is not installed. Install it (npm install @platelight/server), or choose a server with --base-url and set PLATELIGHT_API_KEY.',
      EXIT.usage,
      'server_missing',
    )
  }
}

// Settings of a remote server must not change the data folder or the address of the local one. NODE_ENV=production
// would make it require a public https address.
const NOT_INHERITED =
  /^(NODE_ENV|PLATELIGHT_(API_KEY|BASE_URL|DATA|HOST|PORT|PUBLIC_URL|CDN_URL|UPGRADE_URL|TLS_CERT|TLS_KEY|TRUST_PROXY|ROLE|DATABASE_URL|S3_\w+))$/

/** Environment variables from a file beside the executable. They make the C library return memory. */
function environmentOf(bin: string): NodeJS.ProcessEnv {
  try {
    return JSON.parse(readFileSync(join(dirname(bin), 'environment.json'), 'utf8')) as NodeJS.ProcessEnv
  } catch {
    return {}
  }
}

const serverEnvironment = (bin: string, env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv => ({
  ...environmentOf(bin),
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name) && isKnownVariable(name))),
})

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CliError(
      `The local server keeps its data in ${path}, which cannot be created: ${(error as Error).message}. Set XDG_DATA_HOME to another folder.`,
    )
  }
}

interface SteadyFetchOptions {
  readonly current: () => AttachedServer
  /** Starts or joins a server again; afterwards `current` returns it. */
  readonly reattach: () => Promise<AttachedServer>
  /** Sends a request. Default: the global fetch. */
  readonly send?: (request: Request) => Promise<Response>
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

/** After this many restarts in one run, further restarts would not help. */
const MAX_RESTARTS = 8

/**
 * Creates a fetch for a server whose port may change. A request to any loopback address goes to the current server. If a
 * connection fails because the server has stopped, the server is restarted before the error is thrown. Requests are not
 * repeated here, because only the SDK knows which may be; its retry then reaches the new server.
 */
function createSteadyFetch({ current, reattach, send = fetch }: SteadyFetchOptions) {
  let restarting: Promise<unknown> | undefined
  let restarts = 0

  const restart = (stopped: AttachedServer): Promise<unknown> => {
    // Many requests fail at once when the server stops. The first restarts it, the others wait.
    if (current() !== stopped) return Promise.resolve()
    if (!restarting) {
      restarts++
      restarting = reattach().finally(() => {
        restarting = undefined
      })
    }
    return restarting
  }

  return async (request: Request): Promise<Response> => {
    await restarting
    const server = current()
    try {
      return await send(redirectToServer(request, server.url))
    } catch (error) {
      if (!request.signal.aborted && restarts < MAX_RESTARTS && !(await answers(server.url))) await restart(server)
      throw error
    }
  }
}

function redirectToServer(request: Request, origin: string): Request {
  const url = new URL(request.url)
  const target = new URL(origin)
  if (url.origin === target.origin || !LOOPBACK.test(url.hostname)) return request
  // A streamed body is passed on as a stream.
  const init = request.body ? ({ duplex: 'half' } as RequestInit) : {}
  return new Request(new URL(`${url.pathname}${url.search}`, target), new Request(request, init))
}
