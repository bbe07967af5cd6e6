import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { statements } from './postgres-cluster.ts'
import { unprivileged } from './unprivileged-user.ts'

const run = promisify(execFile)

/** Stops all processes of a cluster where they are. @returns what lets them continue */
export async function pauseCluster(url: string): Promise<() => void> {
  const [shown] = await statements(url, 'show data_directory')
  const [first] = (await readFile(join(String(shown?.data_directory), 'postmaster.pid'), 'utf8')).split('\n')
  const postmaster = Number(first)
  const children = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
      .map(Number)
  const signalAll = (signal: NodeJS.Signals) => {
    // The first one starts all others, so none is missed.
    for (const signalled of [() => [postmaster], children]) for (const pid of signalled()) signalIfThere(pid, signal)
  }
  signalAll('SIGSTOP')
  return () => signalAll('SIGCONT')
}

/** Signals a process. A connection's process may end by itself between being listed and being signalled. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The process that started a process; undefined when it has just ended. */
function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/**
 * A standby that streams from a cluster. From then on, the cluster confirms a transaction only when the standby has it too.
 */
export async function startStandby(primary: string) {
  const bin = debianPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'platelight-standby-'))
  const data = join(folder, 'data')
  const user = unprivileged()
  if (user) await chown(folder, user.uid, user.gid)
  const asUser = (program: string, ...args: string[]) => run(join(bin, program), args, { cwd: folder, ...user })
  await asUser('pg_basebackup', '-d', primary, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
  const port = await freePort()
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
  await asUser('pg_ctl', 'start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings)
  await statements(primary, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  const isSynchronous = async () =>
    (await statements(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 1
  while (!(await isSynchronous())) await new Promise((resolve) => setTimeout(resolve, 100))
  const url = new URL(primary)
  url.port = String(port)
  return {
    url: url.href,
    /** From then on it can be written. */
    promote: () => statements(url.href, 'select pg_promote()'),
    async stop() {
      await asUser('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of the newest PostgreSQL that Debian has installed. */
function debianPrograms(): string {
  const root = '/usr/lib/postgresql'
  const newest = readdirSync(root)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  return join(root, String(newest), 'bin')
}
