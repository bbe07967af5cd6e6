import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FolderOptions } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'

/** Where results go, as `--out` and the inputs say. */
export interface Destination extends Pick<FolderOptions, 'outDir' | 'outFile'> {
  readonly toStdout: boolean
  /** Takes away what was only there on the way to standard output. */
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
 * Reads `--out`: a folder, one picture file, or `-`. A photo that came through standard input leaves through standard
 * output unless a place is named.
 *
 * @throws CliError where a picture would be written to a terminal.
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
  const place = { toStdout: false, dispose: () => undefined }
  if (out === undefined) return place
  const path = resolve(cwd, out)
  return isPictureFile(path) ? { ...place, outFile: path } : { ...place, outDir: path }
}

/** A name like a picture's means one file, unless a folder has it already. */
const isPictureFile = (path: string): boolean =>
  /\.(jpe?g|png|webp|avif)$/i.test(path) && !statSync(path, { throwIfNoEntry: false })?.isDirectory()
