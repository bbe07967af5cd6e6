import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** The first bytes of a file, to recognise its type; undefined if there is no file. */
export function readFileHead(path: string, bytes: number): Buffer | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  const start = Buffer.alloc(bytes)
  const file = openSync(path, 'r')
  try {
    return start.subarray(0, readSync(file, start))
  } finally {
    closeSync(file)
  }
}
