import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROGRAM_ENV, programCall } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { freePort } from './free-port.ts'
import { unprivileged } from './unprivileged-user.ts'

/**
 * PgBouncer in transaction mode in front of a database: each transaction gets any of a few connections.
 *
 * @param options.size The number of its connections to the database.
 */
export async function startPgBouncer(database: string, { size }: { size: number }) {
  const { hostname, port, username, pathname } = new URL(database)
  const folder = await mkdtemp(join(tmpdir(), 'platelight-pgbouncer-'))
  const at = await freePort()
  const users = join(folder, 'users')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" ""\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${at}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 100
`,
  )
  await Promise.all([chmod(folder, 0o755), chmod(users, 0o644), chmod(settings, 0o644)])
  const child = spawn(...programCall('pgbouncer', ['-q', settings]), {
    env: PROGRAM_ENV,
    stdio: 'ignore',
    ...unprivileged(),
  })
  while (!(await answers(at))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${at}${pathname}`,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
