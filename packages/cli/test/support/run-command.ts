import { Readable } from 'node:stream'
import type { CliEnvironment } from '../../src/base/cli-environment.ts'
import { runCommandLine } from '../../src/command-line.ts'

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  /** Called with each line of standard output. */
  readonly onLine?: (line: string) => void
  /** Called with each text of standard error. */
  readonly onNote?: (text: string) => void
}

/** Runs a command in this process, as a shell without a terminal would. It reads none of the user's files. */
export async function command(args: readonly string[], { cwd, env = {}, input = '', onLine, onNote }: CommandOptions) {
  const chunks: Buffer[] = []
  let stderr = ''
  const environment = {
    env: {
      HOME: cwd,
      XDG_CONFIG_HOME: `${cwd}/.config`,
      XDG_DATA_HOME: `${cwd}/.data`,
      PLATELIGHT_KEYRING: 'off',
      ...env,
    },
    cwd,
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input as string)]),
    stdout: sink((chunk) => {
      chunks.push(Buffer.from(chunk as string))
      onLine?.(String(chunk).trimEnd())
    }),
    stderr: sink((chunk) => {
      stderr += chunk
      onNote?.(String(chunk))
    }),
  } as unknown as CliEnvironment
  const code = await runCommandLine(args, environment)
  const bytes = Buffer.concat(chunks)
  return { code, stdout: bytes.toString('utf8'), bytes, stderr, json: () => JSON.parse(bytes.toString('utf8')) }
}

const sink = (keep: (chunk: string | Uint8Array) => void) => ({
  isTTY: false,
  write(chunk: string | Uint8Array, done?: (error?: Error) => void) {
    keep(chunk)
    done?.()
    return true
  },
})
