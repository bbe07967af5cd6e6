import { randomUUID } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError } from '../errors.ts'

/**
 * Makes sure results can be written before anything is sent or charged. Permissions alone do not tell (root passes
 * them all, and a read-only disk has none), so an empty file is made and removed where each folder is or will be.
 *
 * @throws CliError naming the path and the way out.
 */
export function checkWritable(folders: readonly string[]): void {
  const ground = new Set(folders.map((folder) => existingPart(folder)))
  for (const folder of ground) probe(folder)
}

/** The folder itself, or the nearest one above that is there already. */
function existingPart(path: string): string {
  const stat = statOf(path)
  if (stat?.isDirectory()) return path
  if (stat) throw unwritable(path, 'it is a file, not a folder')
  const parent = dirname(path)
  return parent === path ? path : existingPart(parent)
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // Below a file there is nothing to be; the file itself is found one step up.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw unwritable(path, (error as Error).message)
  }
}

function probe(folder: string): void {
  const file = join(folder, `.platelight-${randomUUID()}`)
  try {
    writeFileSync(file, '', { flag: 'wx' })
  } catch (error) {
    throw unwritable(folder, reasonOf(error as NodeJS.ErrnoException))
  } finally {
    rmSync(file, { force: true })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
}

const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => REASONS[code] ?? message

const unwritable = (path: string, reason: string): CliError =>
  new CliError(
    `Results cannot be written to ${path}: ${reason}. Nothing was sent and nothing charged. Choose another folder with --out.`,
    undefined,
    'output_unwritable',
  )
