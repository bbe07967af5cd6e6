import { Command } from 'commander'
import { FolderInUse } from '../lock.ts'
import { readSettings } from './environment.ts'
import { EXIT } from './exit-codes.ts'

interface Flags {
  readonly data?: string
  readonly host?: string
  readonly port?: string
  readonly readyJson?: boolean
  readonly embedded?: boolean
}

/** `platelight-server start` */
export const startCommand = (): Command =>
  new Command('start')
    .description('Start the server: one process and one folder, no configuration needed.')
    .option('--data <folder>', 'where everything is kept (PLATELIGHT_DATA, ./data)')
    .option('--host <address>', 'address to listen on (PLATELIGHT_HOST, 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for any free one (PLATELIGHT_PORT, 8787)')
    .option('--ready-json', 'print one JSON line when ready')
    .option('--embedded', 'stop when standard input closes')
    .action(start)

async function start(flags: Flags): Promise<void> {
  const config = readSettings({
    PLATELIGHT_DATA: flags.data,
    PLATELIGHT_HOST: flags.host,
    PLATELIGHT_PORT: flags.port,
  })
  const { startServer } = await import('../main.ts')
  // Before anything is ready: whoever starts and stops at once gets an orderly end too.
  let stopped = (_code: number) => {}
  const stop = new Promise<number>((resolve) => {
    stopped = resolve
  })
  process.once('SIGTERM', () => stopped(EXIT.done))
  process.once('SIGINT', () => stopped(EXIT.interrupted))
  if (flags.embedded) process.stdin.resume().once('close', () => stopped(EXIT.done))

  const server = await startServer(config).catch((error: unknown) => {
    if (flags.readyJson && error instanceof FolderInUse) {
      process.stdout.write(`${JSON.stringify({ event: 'running', ...error.running })}\n`)
    }
    throw error
  })
  const ready = { event: 'ready', url: server.url, pid: process.pid }
  process.stdout.write(flags.readyJson ? `${JSON.stringify(ready)}\n` : `${greeting(server.url)}\n`)

  const code = await stop
  await server.stop()
  process.exit(code)
}

const greeting = (url: string): string =>
  [
    `Platelight is ready at ${url}`,
    `  contract  ${url}/openapi.json`,
    '  a key     platelight-server keys create --email you@example.com --credits 100',
    '  stop      Ctrl-C',
  ].join('\n')
