import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { WITHOUT_NETWORKS } from '../../../server/test/support/models/without-networks.ts'

const packages = fileURLToPath(new URL('../../..', import.meta.url))

function bin(name: 'cli' | 'server', file: string, main: string): string {
  if (!existsSync(join(packages, name, 'dist', main)))
    throw new Error(`Build first: packages/${name}/dist/${main} is missing.`)
  return join(packages, name, 'bin', file)
}

export const cliBin = () => bin('cli', 'platelight.js', 'main.js')
export const serverBin = () => bin('server', 'platelight-server.js', 'cli.js')

export interface CliOptions {
  readonly cwd: string
  /** The data folder of the built-in server. Default: a folder below `cwd`. */
  readonly data?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: Uint8Array
}

export interface Ended {
  /** Exit code, or the name of the signal that ended it. */
  readonly code: number | string
  readonly stdout: string
  readonly bytes: Buffer
  readonly stderr: string
}

/** Starts the real CLI, as a shell without a terminal would. */
export function start(args: readonly string[], { cwd, data = join(cwd, '.data'), env = {}, input }: CliOptions) {
  const { CI, PLATELIGHT_API_KEY, PLATELIGHT_BASE_URL, PLATELIGHT_PROFILE, FORCE_COLOR, ...inherited } = process.env
  const child = spawn(process.execPath, [cliBin(), ...args], {
    cwd,
    // Isolated from the data, profiles and keyring of the user who runs the tests.
    env: {
      ...inherited,
      XDG_DATA_HOME: data,
      XDG_CONFIG_HOME: join(data, 'config'),
      PLATELIGHT_KEYRING: 'off',
      ...WITHOUT_NETWORKS,
      ...env,
    },
  })
  child.stdin.on('error', () => undefined).end(input)
  const chunks: Buffer[] = []
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      const bytes = Buffer.concat(chunks)
      resolve({ code: code ?? signal ?? 'unknown', stdout: bytes.toString('utf8'), bytes, stderr })
    })
  })
  return { child, ended }
}

/** The output without progress lines, which depend on the load of the machine. */
export const withoutProgress = (stderr: string): string =>
  stderr.replaceAll(/^.*: (uploading the photo|queued|processing|saving the result), .*\n/gm, '')

export const run = (args: readonly string[], options: CliOptions): Promise<Ended> => start(args, options).ended

/** The JSON objects among the lines of an output. */
export const events = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Resolves to the first output line that contains this text. */
export const lineWith = (child: ChildProcess, text: string): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes(text)) resolve(line)
    })
  })

/** All files below a folder, including hidden ones: their bytes by relative path. */
export function tree(folder: string): Record<string, Buffer> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  )
}

/** The files of a results folder without the ledger. */
export const pictures = (folder: string): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(tree(folder)).filter(([path]) => !path.includes('.platelight-batch.jsonl')))

/**
 * A server that is remote for the CLI: it has an address, and keys with a number of credits.
 *
 * @param options.networks whether it loads those installed here; default: none
 */
export async function remoteServer(dataFolder: string, { networks = false } = {}) {
  const server = spawn(
    process.execPath,
    [serverBin(), 'start', '--data', dataFolder, '--port', '0', '--embedded', '--ready-json'],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...(!networks && WITHOUT_NETWORKS) },
    },
  )
  const closed = new Promise((resolve) => server.once('close', resolve))
  onTestFinished(async () => {
    server.stdin.end()
    await closed
  })
  const { url } = JSON.parse(await lineWith(server, '"ready"')) as { url: string }
  const keyWith = async (credits: number, email = 'chef@example.com'): Promise<string> => {
    const maker = spawn(process.execPath, [
      ...[serverBin(), 'keys', 'create', '--data', dataFolder, '--email', email],
      ...['--plan', 'Pro', '--credits', String(credits), '--json'],
    ])
    return (JSON.parse(await lineWith(maker, '"key"')) as { key: string }).key
  }
  return { url, keyWith, env: (key: string) => ({ PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: key }) }
}
