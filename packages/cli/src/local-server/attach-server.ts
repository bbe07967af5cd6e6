import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { EXIT } from '../base/exit-codes.ts'
import { MINUTE_MS } from '../base/time-units.ts'

export interface ServerStart {
  readonly dataFolder: string
  readonly bin: string
  readonly env: NodeJS.ProcessEnv
  readonly onNotice: (sentence: string) => void
}

/** A running server: a child process, or one of another process that this one joined. */
export interface AttachedServer {
  readonly url: string
  readonly owned: boolean
  /** Stops an owned server and waits for its end. Leaves a joined server running. */
  close(): Promise<void>
}

const START_DEADLINE_MS = MINUTE_MS
const PROBE_MS = 5_000
const POLL_MS = 150
/** Time the server has to finish its work before it is killed. */
const CLOSE_MS = 30_000
/** Exit code of the start command if the folder has a server already. */
const EXIT_RUNNING = 75

/**
 * Joins the server that runs on the folder, or starts one. Waits while a stopping server still holds the folder.
 *
 * @throws CliError if there is no server within a minute
 */
export async function attachServer(options: ServerStart): Promise<AttachedServer> {
  const deadline = Date.now() + START_DEADLINE_MS
  do {
    const running = readLock(options.dataFolder)
    if (running && (await answers(running.url, running.instance))) {
      options.onNotice(`Joined the local server at ${running.url}.`)
      return { url: running.url, owned: false, close: async () => undefined }
    }
    const started = await start(options)
    if (started) {
      options.onNotice(`Started the local server at ${started.url}.`)
      return started
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  } while (Date.now() < deadline)
  throw new CliError(
    `Another server holds ${options.dataFolder} but does not answer. Its process id is in ${lockFile(options.dataFolder)}.`,
    EXIT.unreachable,
    'server_unreachable',
  )
}

const lockFile = (folder: string): string => join(folder, 'server.lock')

function readLock(folder: string): { url: string; instance: string | undefined } | undefined {
  try {
    const { url, instance } = JSON.parse(readFileSync(lockFile(folder), 'utf8')) as Record<string, unknown>
    if (typeof url !== 'string' || !parseUrl(url)) return undefined
    return { url: url.replace(/\/+$/, ''), instance: typeof instance === 'string' ? instance : undefined }
  } catch {
    return undefined
  }
}

/**
 * Whether a server answers on a new connection. A kept-alive connection may still be answered by a server that is
 * stopping and accepts no new ones.
 *
 * @param instance the expected process: after a crash another program may use the port
 */
export const answers = (url: string, instance?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const get = url.startsWith('https:') ? httpsGet : httpGet
    const request = get(`${url}/health`, { agent: false, timeout: PROBE_MS }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => {
        const isExpected = instance === undefined || parsed(body).instance === instance
        resolve(response.statusCode === 200 && isExpected)
      })
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })

/** Starts a server and waits until it is ready. Undefined if the folder already has one. */
async function start({ dataFolder, bin, env }: ServerStart): Promise<AttachedServer | undefined> {
  const args = [bin, 'start', '--data', dataFolder, '--port', '0', '--embedded', '--ready-json']
  // A process group of its own, so that Ctrl-C reaches only the CLI, which lets photos in progress finish first. The
  // server stops when the pipe on its standard input closes, however the CLI ends.
  const log = openLog(join(dataFolder, 'server.log'))
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', log.descriptor],
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  closeSync(log.descriptor)
  child.stdin?.on('error', () => undefined)
  const closed = once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  )
  const url = await Promise.race([readyUrl(child), closed.then(() => undefined), after(START_DEADLINE_MS)])
  if (typeof url === 'string') return { url, owned: true, close: () => end(child, closed) }

  if (url === undefined && (await closed) === EXIT_RUNNING) return undefined
  await end(child, closed)
  const detail = log.newText()
  throw new CliError(
    `The local server did not start. ${detail ? `It reported:\n${detail}\n` : ''}Its log is ${log.path}.`,
    EXIT.unexpected,
    'server_failed',
  )
}

/** Resolves to the URL in the line that reports that the server is ready. Never settles without such a line. */
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

/** A larger log is truncated at the next start. */
const MAX_LOG_BYTES = 5_000_000

/** Opens the log for the server's standard error. `newText` returns the end of the text written since. */
function openLog(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const isFull = size > MAX_LOG_BYTES
  const before = isFull ? 0 : size
  return {
    path,
    descriptor: openSync(path, isFull ? 'w' : 'a', 0o600),
    newText: () => readFileSync(path).subarray(before).toString('utf8').slice(-2000).trim(),
  }
}

async function end(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  child.stdin?.end()
  const closesWithin = async (ms: number) => (await Promise.race([closed.then(() => true), after(ms)])) === true
  if (await closesWithin(CLOSE_MS)) return
  child.kill('SIGKILL')
  await closesWithin(CLOSE_MS)
}

/** Resolves to null after the time, without keeping the process alive. */
const after = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref()
  })
