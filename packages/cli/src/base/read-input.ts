import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CliEnvironment } from './cli-environment.ts'
import { CliError } from './cli-errors.ts'

/** Reads a whole file, or standard input for `-`. @throws CliError if it cannot be read */
export async function readFileOrStdin(
  file: string,
  { cwd, stdin }: Pick<CliEnvironment, 'cwd' | 'stdin'>,
): Promise<Buffer<ArrayBuffer>> {
  if (file === '-') return Buffer.concat(await stdin.toArray())
  try {
    return readFileSync(resolve(cwd, file)) as Buffer<ArrayBuffer>
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = REASONS[code ?? ''] ?? message
    throw new CliError(`${file} cannot be read: ${why}.`, undefined, 'file_unreadable')
  }
}

/** By the code of the system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions do not allow it',
}
