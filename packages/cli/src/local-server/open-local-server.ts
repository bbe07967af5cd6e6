// The only file that knows there is a server package, and how it is started. The server belongs to the machine's own
// user: it keeps its data in their data folder, ends when the last of our pipes closes, and rations nothing.

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { isKnownVariable } from '../config/environment-variables.ts'
import { type AttachedServer, attachServer } from './attach-server.ts'
import { createLocalKeyStore } from './local-key.ts'
import { createSteadyFetch } from './steady-fetch.ts'

/** A server of this machine, ready to be called. */
export interface LocalServer {
  /** Address it has now; it may change while a run goes on, which `fetch` hides. */
  readonly url: string
  readonly apiKey: string
  /** The global fetch, except that it follows the server to a new port and starts it again when it is gone. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Ends the server if we started it; one we joined goes on. */
  close(): Promise<void>
}

export interface LocalServerOptions {
  readonly dataFolder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The server's executable file. Default: that of the installed package. */
  readonly bin?: string
  /** Told in words what happens, for `--verbose`. */
  readonly onNotice?: (sentence: string) => void
}

/**
 * Starts the built-in server, or joins the one that runs on the data folder already.
 *
 * @throws CliError when the package is missing or the server does not start, with the place of its log.
 */
export async function openLocalServer({
  dataFolder,
  env,
  bin = serverBin(),
  onNotice,
}: LocalServerOptions): Promise<LocalServer> {
  makeFolder(dataFolder)
  const place = { dataFolder, bin, env: serverEnvironment(bin, env), onNotice: onNotice ?? (() => undefined) }
  let attached: AttachedServer = await attachServer(place)
  const fetch = createSteadyFetch({
    current: () => attached,
    async reattach() {
      await attached.close()
      place.onNotice('The local server has stopped; starting it again.')
      attached = await attachServer(place)
      return attached
    },
  })
  try {
    const { url, owned } = attached
    const apiKey = await createLocalKeyStore(place).keyFor(url, fetch, owned)
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

// Settings of a server elsewhere must not move this one, its data or its address. NODE_ENV=production would make it
// demand a public https address.
const NOT_INHERITED =
  /^(NODE_ENV|PLATELIGHT_(API_KEY|BASE_URL|DATA|HOST|PORT|PUBLIC_URL|CDN_URL|UPGRADE_URL|TLS_CERT|TLS_KEY|TRUST_PROXY|ROLE|DATABASE_URL|S3_\w+))$/

/** What a server should find in its environment, beside its executable: how the C library gives memory back. */
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
      `The local server keeps its data in ${path}, which cannot be made: ${(error as Error).message}. Set XDG_DATA_HOME to another folder.`,
    )
  }
}
