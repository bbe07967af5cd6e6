import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { type Config, readConfig } from '../base/config/server-config.ts'
import { FolderInUse } from '../process/data-folder/folder-lock.ts'
import { type CommandEnvironment, readEnvironment, type SettingFlags, withSettings } from './command-environment.ts'
import { invocationName, quoted } from './invocation-name.ts'
import { EXIT } from './server-exit-codes.ts'

interface Flags extends SettingFlags {
  readonly host?: string
  readonly port?: string
  readonly readyJson?: boolean
  readonly embedded?: boolean
  readonly newSecrets?: boolean
  readonly restored?: boolean
  readonly original?: boolean
}

/** `platelight-server start` */
export const startCommand = (): Command =>
  withSettings(new Command('start'), 'data folder (PLATELIGHT_DATA, ./data)')
    .description('Start the server: one process and one folder, no configuration needed.')
    .option('--host <address>', 'address to listen on (PLATELIGHT_HOST, 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for any free one (PLATELIGHT_PORT, 8787)')
    .option('--ready-json', 'print one JSON line when ready')
    .option('--embedded', 'stop when standard input closes, and do not read .env')
    .option(
      '--new-secrets',
      'replace a missing or damaged secrets.json; ends sessions, signed links and webhook secrets',
    )
    .option('--restored', 'start a copy of a server: no letter, no event, and no picture is deleted')
    .addOption(
      new Option(
        '--original',
        'once: from now on this copy is the server, in place of the one it comes from',
      ).conflicts('restored'),
    )
    .action(start)

async function start(flags: Flags): Promise<void> {
  // A program that embeds a server passes all settings itself.
  const useFile = flags.envFile !== false && !flags.embedded
  const given = { PLATELIGHT_DATA: flags.data, PLATELIGHT_HOST: flags.host, PLATELIGHT_PORT: flags.port }
  const environment = readEnvironment(given, useFile)
  const config = readConfig(environment.env)
  const { startServer } = await import('../process/start-server.ts')
  // Installed before the start, so that a signal during the start also ends in order.
  let stopped = (_code: number) => {}
  const stop = new Promise<number>((resolve) => {
    stopped = resolve
  })
  process.once('SIGTERM', () => stopped(EXIT.done))
  process.once('SIGINT', () => stopped(EXIT.interrupted))
  if (flags.embedded) process.stdin.resume().once('close', () => stopped(EXIT.done))

  const options = {
    envFile: environment.envFile,
    newSecrets: flags.newSecrets ?? false,
    setupLink: !flags.embedded,
    told: flags.restored ? ('restored' as const) : flags.original ? ('original' as const) : undefined,
  }
  const server = await startServer(config, options).catch((error: unknown) => {
    if (flags.readyJson && error instanceof FolderInUse) {
      process.stdout.write(`${JSON.stringify({ event: 'running', ...error.running })}\n`)
    }
    throw error
  })
  const ready = { event: 'ready', url: server.url, pid: process.pid }
  process.stdout.write(`${flags.readyJson ? JSON.stringify(ready) : greeting(server.url, config, environment)}\n`)

  const code = await Promise.race([stop, server.lost.then(() => undefined)])
  if (code === undefined) process.exit(EXIT.failed)
  await server.stop()
  process.exit(code)
}

function greeting(url: string, { dataFolder }: Config, { env, envFile }: CommandEnvironment): string {
  const folder = process.cwd()
  const program = invocationName({ env, program: process.argv[1] ?? '', folder })
  // A folder that is not the default must be named in every command.
  const data = dataFolder === resolve('data') ? '' : ` --data ${quoted(dataFolder)}`
  return [
    `Platelight is ready at ${url}`,
    `  contract  ${url}/openapi.json`,
    `  data      ${dataFolder}`,
    ...(envFile === undefined ? [] : [`  settings  ${envFile}`]),
    `  a key     ${program} keys create --email you@example.com --credits 100${data}`,
    '  stop      Ctrl-C',
  ].join('\n')
}
