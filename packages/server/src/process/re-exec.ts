import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

type Environment = Readonly<Record<string, string | undefined>>

/** Tells the process that was started here whose it is; taken out before anything reads the environment. */
const STARTED_BY = 'PLATELIGHT_STARTED_BY'

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** Node 22.15 and later. */
type Exec = (file: string, args: readonly string[], env: Environment) => never

/** Whether glibc manages the memory of this process: no other library knows these variables. */
export const usesGlibc = (): boolean => {
  if (process.platform !== 'linux') return false
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return header?.glibcVersionRuntime !== undefined
}

/** What already decides how memory is managed: variables of the C library, or another allocator. */
export const allocatorChosen = (env: Environment): string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    const isAllocator = name === 'LD_PRELOAD' && /jemalloc|tcmalloc|mimalloc/.test(value ?? '')
    return value !== undefined && (/^MALLOC_\w+_$|^MALLOC_ARENA_MAX$|^GLIBC_TUNABLES$/.test(name) || isAllocator)
      ? [`${name}=${value}`]
      : []
  })

/**
 * glibc reads how it gives memory back only when a process starts. So a server that was started without these variables
 * is started once more with them: in the same process where Node can do that, else in a child that ends with this one.
 *
 * @param env of this process; what another start added to it is taken out
 * @param settings variables of the C library
 * @returns false where this process itself is to be the server; else only when that has ended
 */
export async function reExec(env: NodeJS.ProcessEnv, settings: Environment): Promise<boolean> {
  if (env[STARTED_BY] !== undefined) {
    delete env[STARTED_BY]
    endWithParent()
    return false
  }
  const [, script = '', command, ...rest] = process.argv
  // What embeds a server chooses its environment.
  const isServer = command === 'start' && !rest.includes('--embedded')
  if (!isServer || !usesGlibc() || allocatorChosen(env).length > 0) return false

  const args = [...process.execArgv, script, command, ...rest]
  const { execve } = process as { execve?: Exec }
  if (execve) execve(process.execPath, [process.execPath, ...args], { ...env, ...settings })
  return supervise(args, { ...env, ...settings, [STARTED_BY]: String(process.pid) })
}

/** A parent that was killed cannot pass that on; its end of the channel closes. */
function endWithParent(): void {
  process.channel?.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

/** Runs the server as a child: signals go through, and its end is the end of this process. */
async function supervise(args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
    // A group of its own: Ctrl-C in a terminal reaches this process alone, and the child once.
    detached: true,
  })
  const listeners = FORWARDED.map((signal) => [signal, () => void child.kill(signal)] as const)
  for (const [signal, forward] of listeners) process.on(signal, forward)
  const end = await ended(child)
  for (const [signal, forward] of listeners) process.off(signal, forward)
  // Nothing was started: this process does it, without the settings.
  if (end === 'not started') return false
  if (typeof end === 'number') process.exit(end)
  process.kill(process.pid, end)
  // The first process of a container is not ended by a signal to itself.
  setTimeout(() => process.exit(128 + constants.signals[end]), 100)
  return true
}

const ended = (child: ChildProcess): Promise<number | NodeJS.Signals | 'not started'> =>
  new Promise((resolve) => {
    child.once('error', () => resolve('not started'))
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 1))
  })
