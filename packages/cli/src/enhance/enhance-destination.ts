import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FolderOptions } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'

/** Where results are written, according to `--out` and the inputs. */
export interface Destination extends Pick<FolderOptions, 'outDir' | 'outFile'> {
  readonly toStdout: boolean
  /** Removes the temporary folder used for standard output. */
  dispose(): void
}

export interface DestinationOptions {
  readonly cwd: string
  /** `--out` as typed. */
  readonly out: string | undefined
  readonly removeBackground: boolean
  readonly stdoutIsTerminal: boolean
}

/**
 * Reads `--out`: a folder, one picture file, or `-`. The result of a photo from standard input goes to standard output
 * unless `--out` is given.
 *
 * @throws CliError if a picture would be written to a terminal
 */
export function destinationOf(typed: readonly string[], options: DestinationOptions): Destination {
  const { cwd, out, removeBackground, stdoutIsTerminal } = options
  if (out === '-' || (out === undefined && typed.includes('-'))) {
    if (stdoutIsTerminal)
      throw new CliError('A picture cannot be shown in the terminal. Add --out FILE, or redirect it with > or |.')
    const folder = mkdtempSync(join(tmpdir(), 'platelight-'))
    const outFile = join(folder, removeBackground ? 'photo.png' : 'photo.jpg')
    return { toStdout: true, outFile, dispose: () => rmSync(folder, { recursive: true, force: true }) }
  }
  const fileDestination = { toStdout: false, dispose: () => undefined }
  if (out === undefined) return fileDestination
  const path = resolve(cwd, out)
  return isPictureFile(path) ? { ...fileDestination, outFile: path } : { ...fileDestination, outDir: path }
}

/** A path with the extension of a picture is a file, unless a folder of that name exists. */
const isPictureFile = (path: string): boolean =>
  /\.(jpe?g|png|webp|avif)$/i.test(path) && !statSync(path, { throwIfNoEntry: false })?.isDirectory()
