import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { temporaryPath } from '../../files/disk-file.ts'
import { PlatelightError } from '../../transport/sdk-errors.ts'

/**
 * Checks that results can be written before anything is sent or charged. Permissions are not enough: root has all of them,
 * and a read-only disk shows nothing. So an empty file is created and removed where each folder is or will be.
 *
 * @throws PlatelightError `output_unwritable`. The message names the path and what to do.
 *
 * @example
 * await checkWritable(['/srv/menu-enhanced'])
 */
export async function checkWritable(folders: readonly string[]): Promise<void> {
  const existing = new Set(await Promise.all(folders.map(existingPart)))
  for (const folder of existing) await probe(folder)
}

/** The folder itself, or its nearest existing parent. */
async function existingPart(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    // ENOTDIR: one of the parents is a file. The recursion reaches and reports it.
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

/** The reason of a failed write, in words. */
const writingFailure = ({ code = '', message }: { code?: string; message: string }): string => REASONS[code] ?? message

const unwritable = (path: string, reason: string): PlatelightError =>
  new PlatelightError(
    'output_unwritable',
    `Results cannot be written to ${path}: ${reason}. Nothing was sent and nothing charged. Choose another folder for the results.`,
  )
