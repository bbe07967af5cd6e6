import { createServer } from 'node:net'
import { startProcess } from '#server-testing/process'

export interface ServerUnderTest {
  /** The same after every start. */
  readonly url: string
  /** Errors in its log, and output that is not a log line. */
  readonly complaints: readonly string[]
  /** @throws Error when it ends before it is ready */
  start(): Promise<void>
  /** Starts it and kills it after this time, ready or not. */
  killWhileStarting(afterMs: number): Promise<void>
  kill(): Promise<void>
  /** Stops it regularly. @returns its exit code */
  stop(): Promise<number | null>
}

/** The built server on a data folder. It can be killed and started again at the same address. */
export async function createVictim(dataFolder: string, env: Record<string, string>): Promise<ServerUnderTest> {
  const port = await freePort()
  // It ends with this process, even if this process is killed.
  const args = ['--port', String(port), '--embedded']
  const complaints: string[] = []
  let running: Awaited<ReturnType<typeof startProcess>> | undefined

  const ended = (server: NonNullable<typeof running>) => {
    running = undefined
    complaints.push(...complaintsIn(server.errors()))
  }

  const kill = async () => {
    const server = running
    if (!server) return
    await server.kill()
    ended(server)
  }

  return {
    url: `http://127.0.0.1:${port}`,
    complaints,
    kill,
    async start() {
      running = await startProcess(dataFolder, { env, args })
    },
    async killWhileStarting(afterMs) {
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
        if (!/ended with null/.test(error.message)) complaints.push(error.message)
        return undefined
      })
      if (server) {
        await server.exited
        complaints.push(...complaintsIn(server.errors()))
      }
      clearTimeout(timer)
    },
    async stop() {
      const server = running
      if (!server) return null
      const { code } = await server.kill('SIGTERM')
      ended(server)
      return code
    },
  }
}

const ERROR = 50

function complaintsIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line.trim() !== '')
    .filter((line, index, all) => {
      try {
        return (JSON.parse(line) as { level: number }).level >= ERROR
      } catch {
        // The last line may have been cut off by the kill.
        return index < all.length - 1
      }
    })
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
