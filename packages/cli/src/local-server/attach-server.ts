import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { get as getPlainly } from 'node:http'
import { get as getSecurely } from 'node:https'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { MINUTE_MS } from '../base/time-units.ts'

export interface ServerStart {
  readonly dataFolder: string
  readonly bin: string
  readonly env: NodeJS.ProcessEnv
  readonly onNotice: (sentence: string) => void
}

/** A server we can call: our own child, or somebody else's that we joined. */
export interface AttachedServer {
  readonly url: string
  readonly owned: boolean
  /** Ends our own server and waits for it. Does nothing to one that was joined. */
  close(): Promise<void>
}

const START_DEADLINE_MS = MINUTE_MS
const PROBE_MS = 5_000
const POLL_MS = 150
/** How long the server may take to finish its work before it is ended harder. */
const CLOSE_MS = 30_000
/** The start command's answer when the folder has a server already. */
const EXIT_RUNNING = 75

/**
 * Joins the server that runs on the folder, or starts one. Between two servers, while the old one lets go of the
 * folder, it waits.
 *
 * @throws CliError when there is no server within a minute.
 */
export async function attachServer(place: ServerStart): Promise<AttachedServer> {
  const deadline = Date.now() + START_DEADLINE_MS
  do {
    const running = readLock(place.dataFolder)
    if (running && (await answers(running.url, running.instance))) {
      place.onNotice(`Joined the local server at ${running.url}.`)
      return { url: running.url, owned: false, close: async () => undefined }
    }
    const own = await start(place)
    if (own) {
      place.onNotice(`Started the local server at ${own.url}.`)
      return own
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  } while (Date.now() < deadline)
  throw new CliError(
    `Another server holds ${place.dataFolder} but does not answer. Its process id is in ${lockFile(place.dataFolder)}.`,
    EXIT.unreachable,
    'server_unreachable',
  )
}

const lockFile = (folder: string): string => join(folder, 'server.lock')

function readLock(folder: string): { url: string; instance: string | undefined } | undefined {
  try {
    const { url, instance } = JSON.parse(readFileSync(lockFile(folder), 'utf8')) as Record<string, unknown>
    if (typeof url !== 'string' || !URL.canParse(url)) return undefined
    return { url: url.replace(/\/+$/, ''), instance: typeof instance === 'string' ? instance : undefined }
  } catch {
    return undefined
  }
}

/**
 * Whether a server is there, asked over a connection of its own: one kept from before may still be answered by a
 * server that is closing and takes no other.
 *
 * @param instance which process it has to be: after a crash another program may have got the port
 */
export const answers = (url: string, instance?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const get = url.startsWith('https:') ? getSecurely : getPlainly
    const request = get(`${url}/health`, { agent: false, timeout: PROBE_MS }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => {
        const isIt = instance === undefined || parsed(body).instance === instance
        resolve(response.statusCode === 200 && isIt)
      })
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })

/** Starts a server and waits until it is ready. Undefined when the folder turns out to have one. */
async function start({ dataFolder, bin, env }: ServerStart): Promise<AttachedServer | undefined> {
  const args = [bin, 'start', '--data', dataFolder, '--port', '0', '--embedded', '--ready-json']
  // A group of its own: Ctrl-C is for us to handle, who let the photos under way end before the server does.
  // The pipe on its standard input ends it, however we end.
  const log = openLog(join(dataFolder, 'server.log'))
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', log.descriptor],
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  closeSync(log.descriptor)
  child.stdin?.on('error', () => undefined)
  const ended = once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  )
  const url = await Promise.race([readyUrl(child), ended.then(() => undefined), after(START_DEADLINE_MS)])
  if (typeof url === 'string') return { url, owned: true, close: () => end(child, ended) }

  if (url === undefined && (await ended) === EXIT_RUNNING) return undefined
  await end(child, ended)
  const detail = log.added()
  throw new CliError(
    `The local server did not start. ${detail ? `It said:\n${detail}\n` : ''}Its log is ${log.path}.`,
    EXIT.unexpected,
    'server_failed',
  )
}

/** The address in the one line that says the server is ready. Never settles when there is no such line. */
const readyUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, url } = parsed(line)
      if (event === 'ready' && typeof url === 'string') resolve(url.replace(/\/+$/, ''))
    })
  })

function parsed(line: string): { event?: unknown; url?: unknown; instance?: unknown } {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}

/** The log is for looking at what went wrong lately; it does not grow for ever. */
const MOST_LOG_BYTES = 5_000_000

/** Opens the server's log for its standard error. `added` is the end of what it wrote since. */
function openLog(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const isFull = size > MOST_LOG_BYTES
  const before = isFull ? 0 : size
  return {
    path,
    descriptor: openSync(path, isFull ? 'w' : 'a', 0o600),
    added: () => readFileSync(path).subarray(before).toString('utf8').slice(-2000).trim(),
  }
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.end()
  const isOver = async (ms: number) => (await Promise.race([ended.then(() => true), after(ms)])) === true
  if (await isOver(CLOSE_MS)) return
  child.kill('SIGKILL')
  await isOver(CLOSE_MS)
}

/** Resolves to null after the time, without keeping the process alive. */
const after = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref()
  })
