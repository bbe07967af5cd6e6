import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { temporaryPath } from '../../files/disk-file.ts'
import { PlatelightError } from '../../transport/sdk-errors.ts'

/**
 * Makes sure results can be written before anything is sent or charged. Permissions alone do not tell (root passes
 * them all, and a read-only disk has none), so an empty file is made and removed where each folder is or will be.
 *
 * @throws PlatelightError `output_unwritable` naming the path and the way out.
 *
 * @example
 * await checkWritable(['/srv/menu-enhanced'])
 */
export async function checkWritable(folders: readonly string[]): Promise<void> {
  const ground = new Set(await Promise.all(folders.map(existingPart)))
  for (const folder of ground) await probe(folder)
}

/** The folder itself, or the nearest one above that is there already. */
async function existingPart(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    // Below a file there is nothing to be; the file itself is found one step up.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw unwritable(path, error.message)
  })
  if (found?.isDirectory()) return path
  if (found) throw unwritable(path, 'it is a file, not a folder')
  const parent = dirname(path)
  return parent === path ? path : existingPart(parent)
}

async function probe(folder: string): Promise<void> {
  const file = temporaryPath(folder)
  try {
    await writeFile(file, '', { flag: 'wx' })
  } catch (error) {
    throw unwritable(folder, writingFailure(error as NodeJS.ErrnoException))
  } finally {
    await rm(file, { force: true })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota is used up',
}

/** Why something could not be written, in words. */
const writingFailure = ({ code = '', message }: { code?: string; message: string }): string => REASONS[code] ?? message

const unwritable = (path: string, reason: string): PlatelightError =>
  new PlatelightError(
    'output_unwritable',
    `Results cannot be written to ${path}: ${reason}. Nothing was sent and nothing charged. Choose another folder for the results.`,
  )
