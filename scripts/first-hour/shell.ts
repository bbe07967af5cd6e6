import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Step } from './steps.ts'

type Commands = Extract<Step, { kind: 'commands' }>

const LONGEST_MS = 300_000
/** The ports that pages name. Each stands for a free one, so that other servers on this machine do not interfere. */
const PORTS = /(?<=127\.0\.0\.1:|listen\(|--port )(?:8787|8788|3000|9464)\b/g

/**
 * A terminal in a folder. Exported variables stay, and programs that keep running do so until `close`.
 *
 * @param options.env Variables beside those of this process.
 * @param options.enter A program and its arguments that run another program where only it sees the folder.
 */
export async function createShell(options: {
  readonly clone: string
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  readonly enter?: readonly string[]
}) {
  const { clone, folder, enter = [] } = options
  const ports: Readonly<Record<string, number>> = {
    8787: await freePort(),
    8788: await freePort(),
    3000: await freePort(),
    9464: await freePort(),
  }
  const [serverPort = 0, receiverPort = 0] = [ports[8787], ports[3000]]
  const exported: string[] = []
  const running: { readonly child: ChildProcess; readonly said: () => string }[] = []
  let key: string | undefined
  // The variables that the package manager set for its children are removed, because a newcomer does not have them.
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|PLATELIGHT_)/i.test(name))
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(own),
    PLATELIGHT_PORT: String(serverPort),
    PLATELIGHT_DATA: join(folder, 'data'),
    PLATELIGHT_BASE_URL: `http://127.0.0.1:${serverPort}`,
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_DATA_HOME: join(folder, '.local'),
    PLATELIGHT_API_KEY: '',
    NO_COLOR: '1',
    ...options.env,
  }

  const addressed = (text: string) => text.replaceAll(PORTS, (port) => String(ports[port]))

  const program = (call: readonly string[]): [string, string[]] => {
    const [name = '', ...args] = [...enter, ...call]
    return [name, args]
  }
  const start = (commands: string, cwd: string): ChildProcess =>
    spawn(...program(['bash', '-euo', 'pipefail', '-c', [`cd '${cwd}'`, ...exported, commands].join('\n')]), {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  type IsReady = (said: string) => boolean | Promise<boolean>
  const leaveRunning = async (commands: string, cwd: string, isReady: IsReady) => {
    const child = start(commands, cwd)
    const said = outputOf(child)
    const one = { child, said }
    running.push(one)
    await until(
      async () => child.exitCode !== null || isReady(said()),
      () => `${commands}did not start:\n${said()}`,
    )
    if (child.exitCode !== null) throw new Error(`${commands}ended at once:\n${said()}`)
    return one
  }

  const stop = async ({ child }: { readonly child: ChildProcess }, signal: NodeJS.Signals): Promise<void> => {
    // The whole process group: npm, and everything that it started.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal)
    await ended(child)
  }

  return {
    addressed,
    env,
    url: `http://127.0.0.1:${serverPort}`,
    key: () => key,

    /** Starts a program that keeps running, and waits until it has printed a text. */
    leave: (commands: string, text: string) => leaveRunning(commands, folder, (said) => said.includes(text)),

    /** Ends all programs that keep running. */
    async stopAll(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      for (const one of running.splice(0)) await stop(one, signal)
    },

    /** Types one block and checks its output, files and exit code. Resolves to what it printed. @throws Error when one is wrong */
    async type({ commands: typed, prints, writes, exits, stays, elsewhere }: Commands): Promise<string> {
      const commands = addressed(key === undefined ? typed : typed.replaceAll('pl_live_...', key))
      let printed = ''
      exported.push(...commands.split('\n').filter((line) => line.startsWith('export ')))
      if (commands.includes('npm start')) await leaveRunning(commands, clone, () => answers(serverPort))
      else if (commands.includes('receiver.ts')) await leaveRunning(commands, folder, () => answers(receiverPort))
      else if (stays !== undefined) await leaveRunning(commands, folder, (said) => said.includes(stays))
      else {
        const child = start(commands, folder)
        const said = outputOf(child)
        const code = await ended(child)
        const failed = (why: string) => new Error(`${commands}${why}. It printed:\n${said()}`)
        if (code !== exits) throw failed(`ended with exit code ${code}, not ${exits}`)
        for (const text of prints) if (!said().includes(text)) throw failed(`did not print "${text}"`)
        for (const file of writes) if (!existsSync(join(folder, file))) throw failed(`did not write ${file}`)
        printed = said()
        key ??= /pl_live_\w{8,}/.exec(printed)?.[0]
      }
      const heard = () => running.map(({ said }) => said()).join('\n')
      for (const text of elsewhere) {
        await until(
          async () => heard().includes(text),
          () => `${commands}made nothing that runs print "${text}". It printed:\n${heard()}`,
        )
      }
      return printed
    },
  }
}

function outputOf(child: ChildProcess): () => string {
  let text = ''
  const add = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => text
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), LONGEST_MS)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })

/** @throws Error when it does not happen in time */
async function until(isSo: () => Promise<boolean>, complaint: () => string): Promise<void> {
  const end = Date.now() + LONGEST_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(complaint())
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    () => true,
    () => false,
  )

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
