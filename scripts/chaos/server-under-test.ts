import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseLost, startProcess } from '#server-testing/process'
import type { Outages, Target } from './kill-often.ts'

export interface ServerUnderTest extends Target {
  /** The same after every start. */
  readonly url: string
  /** Errors in its log, output that is not a log line, and ends that nothing asked for. */
  readonly complaints: readonly string[]
  /** How often it refused to start because its database was away. */
  readonly refusedStarts: () => number
  /** Starts it and kills it after this time, ready or not. */
  killWhileStarting(afterMs: number): Promise<void>
  /** Stops it regularly. @returns its exit code, and the name under which it worked */
  stop(): Promise<{ code: number | null; instance: string | undefined }>
}

interface ServerOptions {
  readonly name: string
  readonly kind: string
  readonly dataFolder: string
  readonly env: Readonly<Record<string, string>>
  /** When its database is away. Then it may refuse to start, and is started again. */
  readonly outages?: Outages
}

const START_AGAIN_MS = 500
/** A server that cannot be started at all ends the run. */
const MOST_COMPLAINTS = 20

/** The built server on a data folder. It can be killed and started again at the same address. */
export async function createVictim({ name, kind, dataFolder, env, outages }: ServerOptions): Promise<ServerUnderTest> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // It ends with this process, even if this process is killed.
  const args = ['--port', String(port), '--embedded']
  const complaints: string[] = []
  const complain = (what: string) => void complaints.push(`${name}: ${what}`)
  const readLog = (log: string) => {
    for (const line of complaintsIn(log, (outages?.count ?? 0) > 0)) complain(line)
  }
  let running: Awaited<ReturnType<typeof startProcess>> | undefined
  let refusedStarts = 0

  const end = async (server: NonNullable<typeof running>, signal: NodeJS.Signals) => {
    running = undefined
    const exit = await server.kill(signal)
    readLog(server.errors())
    return exit
  }

  /**
   * Returns whether it could not start because the database was away at any time since. Any other reason is a fault. The
   * database can be back by the time at which the end of the process is seen, so the state now does not say it alone.
   */
  const isExcused = (error: Error, before: Outages | undefined): boolean => {
    const wasAway = outages !== undefined && (before?.isOpen || outages.isOpen || outages.count !== before?.count)
    // It says why in a sentence, not with a stack.
    return wasAway && !/^\s+at /m.test(error.message)
  }

  return {
    name,
    kind,
    url,
    complaints,
    refusedStarts: () => refusedStarts,

    async start() {
      while (!running) {
        const before = outages && { ...outages }
        try {
          const server = await startProcess(dataFolder, { env, args })
          running = server
          void server.exited.then(({ code }) => {
            if (running !== server) return
            running = undefined
            complain(`ended by itself with ${code}: ${lastLines(server.errors())}`)
          })
        } catch (error) {
          if (isExcused(error as Error, before)) refusedStarts++
          else complain((error as Error).message)
          if (complaints.length > MOST_COMPLAINTS) throw error
          await sleep(START_AGAIN_MS)
        }
      }
    },

    async kill() {
      if (running) await end(running, 'SIGKILL')
    },

    async killWhileStarting(afterMs) {
      const before = outages && { ...outages }
      let timer: NodeJS.Timeout | undefined
      const starting = startProcess(dataFolder, {
        env,
        args,
        onSpawn: (child) => {
          timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
        },
      })
      const server = await starting.catch((error: Error) => {
        // Killed before it was ready. Any other end is reported.
        if (!/ended with null/.test(error.message) && !isExcused(error, before)) complain(error.message)
        return undefined
      })
      if (server) {
        await server.exited
        readLog(server.errors())
      }
      clearTimeout(timer)
    },

    async stop() {
      const server = running
      if (!server) return { code: null, instance: undefined }
      const { instance } = (await (await fetch(`${url}/health`)).json()) as { instance: string }
      const { code } = await end(server, 'SIGTERM')
      return { code, instance }
    },
  }
}

const LOWEST = 20_000
const PORTS = 10_000

/** Below the range for outgoing connections, so that no other program takes it while the server is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * PORTS)
    const probe = createServer()
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => probe.close(resolve))
    if (free) return port
  }
}

const ERROR = 50

interface LogLine {
  readonly level: number
  readonly msg?: string
  readonly err?: { readonly message: string; readonly code?: string; readonly stack?: string }
}

/**
 * What a log should not have: errors, and output that is not a log line. After an outage of the database, errors that say so are
 * expected.
 */
function complaintsIn(log: string, hadOutage: boolean): string[] {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((text, index) => {
    const line = parsed(text)
    // The last line may have been cut off by the kill.
    if (!line) return index < lines.length - 1 ? [text] : []
    const { level, err } = line
    if (level < ERROR || (hadOutage && err && isDatabaseLost(Object.assign(new Error(err.message), err)))) return []
    return [described(line)]
  })
}

/** The last lines of a server that ended by itself, the errors in short. */
const lastLines = (log: string): string =>
  log
    .trim()
    .split('\n')
    .slice(-20)
    .map((text) => {
      const line = parsed(text)
      return line ? `${line.msg ?? ''}: ${line.err?.message ?? ''}` : text
    })
    .join('\n    ')

const described = ({ msg, err }: LogLine): string =>
  `logged ${msg}: ${err?.code ?? ''} ${err?.stack ?? err?.message ?? ''}`

function parsed(text: string): LogLine | undefined {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return undefined
  }
}
