import { type ChildProcess, spawn } from 'node:child_process'
import { constants, homedir } from 'node:os'

type Environment = Readonly<Record<string, string | undefined>>

/** Marks the process that was started here. Removed before anything reads the environment. */
const STARTED_BY = 'PLATELIGHT_STARTED_BY'

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** Node 22.15 and later. */
type Exec = (file: string, args: readonly string[], env: Environment) => never

/** Whether this process uses glibc. Other C libraries do not know these variables. */
export const usesGlibc = (): boolean => {
  if (process.platform !== 'linux') return false
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return header?.glibcVersionRuntime !== undefined
}

/** Variables of the environment that already configure the allocator or replace it. */
export const allocatorChosen = (env: Environment): string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    const isAllocator = name === 'LD_PRELOAD' && /jemalloc|tcmalloc|mimalloc/.test(value ?? '')
    return value !== undefined && (/^MALLOC_\w+_$|^MALLOC_ARENA_MAX$|^GLIBC_TUNABLES$/.test(name) || isAllocator)
      ? [`${name}=${value}`]
      : []
  })

/**
 * glibc reads its memory settings only when a process starts. So a server that was started without them is started again
 * with them: in the same process when Node supports that, or else in a child that ends together with this process.
 *
 * @param env The environment of this process. The mark of an earlier start is removed.
 * @param settings Variables of glibc.
 * @returns false when this process itself should be the server. Otherwise it returns only after the server has ended.
 */
export async function reExec(env: NodeJS.ProcessEnv, settings: Environment): Promise<boolean> {
  nameHome(env)
  if (env[STARTED_BY] !== undefined) {
    delete env[STARTED_BY]
    endWithParent()
    return false
  }
  const [, script = '', command, ...rest] = process.argv
  // A program that embeds a server chooses the environment.
  const isServer = command === 'start' && !rest.includes('--embedded')
  if (!isServer || !usesGlibc() || allocatorChosen(env).length > 0) return false

  const args = [...process.execArgv, script, command, ...rest]
  const { execve } = process as { execve?: Exec }
  if (execve) execve(process.execPath, [process.execPath, ...args], { ...env, ...settings })
  return supervise(args, { ...env, ...settings, [STARTED_BY]: String(process.pid) })
}

/**
 * A library that draws asks for the home folder when it is loaded, to look for fonts. For a user whose number is in no list of
 * users that throws, unless the variable is set.
 */
function nameHome(env: NodeJS.ProcessEnv): void {
  try {
    homedir()
  } catch {
    env.HOME = '/nonexistent'
  }
}

/** A killed parent cannot forward a signal, but its end of the channel closes. */
function endWithParent(): void {
  process.channel?.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

/** Runs the server as a child: signals are forwarded, and its exit code is that of this process. */
async function supervise(args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
    // In a process group of its own, the child gets Ctrl-C only once, forwarded by this process.
    detached: true,
  })
  const listeners = FORWARDED.map((signal) => [signal, () => void child.kill(signal)] as const)
  for (const [signal, forward] of listeners) process.on(signal, forward)
  const end = await ended(child)
  for (const [signal, forward] of listeners) process.off(signal, forward)
  // The child could not be started. This process is the server, without the settings.
  if (end === 'not started') return false
  if (typeof end === 'number') process.exit(end)
  process.kill(process.pid, end)
  // A signal to itself does not end the first process of a container.
  setTimeout(() => process.exit(128 + constants.signals[end]), 100)
  return true
}

const ended = (child: ChildProcess): Promise<number | NodeJS.Signals | 'not started'> =>
  new Promise((resolve) => {
    child.once('error', () => resolve('not started'))
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 1))
  })
