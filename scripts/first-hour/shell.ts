import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Step } from './steps.ts'

type Commands = Extract<Step, { kind: 'commands' }>

const LONGEST_MS = 300_000
/** The addresses in the README, each with a free port, so that other servers on this machine do not interfere. */
const NAMED = { server: 'http://127.0.0.1:8787', receiver: 3000 }

/** A terminal in a folder. Exported variables stay, and programs that keep running do so until `close`. */
export async function createShell({ clone, folder }: { clone: string; folder: string }) {
  const [serverPort, receiverPort] = [await freePort(), await freePort()]
  const exported: string[] = []
  const running: { readonly child: ChildProcess; readonly said: () => string }[] = []
  let key: string | undefined
  // The variables that the package manager set for its children are removed, because a newcomer does not have them.
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|PLATELIGHT_)/i.test(name))
  const env = {
    ...Object.fromEntries(own),
    PLATELIGHT_PORT: String(serverPort),
    PLATELIGHT_DATA: join(folder, 'data'),
    PLATELIGHT_BASE_URL: `http://127.0.0.1:${serverPort}`,
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_DATA_HOME: join(folder, '.local'),
    PLATELIGHT_API_KEY: '',
    NO_COLOR: '1',
  }

  const addressed = (text: string) =>
    text
      .replaceAll(NAMED.server, `http://127.0.0.1:${serverPort}`)
      .replaceAll(`127.0.0.1:${NAMED.receiver}`, `127.0.0.1:${receiverPort}`)
      .replaceAll(`listen(${NAMED.receiver})`, `listen(${receiverPort})`)

  const start = (commands: string, cwd: string): ChildProcess =>
    spawn('bash', ['-euo', 'pipefail', '-c', [...exported, commands].join('\n')], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  type IsReady = (said: string) => boolean | Promise<boolean>
  const leaveRunning = async (commands: string, cwd: string, isReady: IsReady): Promise<void> => {
    const child = start(commands, cwd)
    const said = outputOf(child)
    running.push({ child, said })
    await until(
      async () => child.exitCode !== null || isReady(said()),
      () => `${commands}did not start:\n${said()}`,
    )
    if (child.exitCode !== null) throw new Error(`${commands}ended at once:\n${said()}`)
  }

  return {
    addressed,

    /** Types one block and checks its output, files and exit code. @throws Error when one is wrong */
    async type({ commands: typed, prints, writes, exits, stays, elsewhere }: Commands): Promise<void> {
      const commands = addressed(key === undefined ? typed : typed.replace('pl_live_...', key))
      const title = typed.trim().split('\n').at(-1)
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
        key ??= /pl_live_\w{8,}/.exec(said())?.[0]
      }
      const heard = () => running.map(({ said }) => said()).join('\n')
      for (const text of elsewhere) {
        await until(
          async () => heard().includes(text),
          () => `${commands}made nothing that runs print "${text}". It printed:\n${heard()}`,
        )
      }
      console.log(`ok   ${title}`)
    },

    async close(): Promise<void> {
      for (const { child } of running) {
        // The whole process group: npm, and everything that it started.
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
        await ended(child)
      }
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
