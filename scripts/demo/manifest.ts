// What `platelight enhance --manifest` wrote: what became of each file.

import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

interface FileEvent {
  file: string
  status: 'done' | 'failed' | 'skipped'
  outputs: { format: string; path: string }[]
  error?: { code: string; message: string }
}

export interface Pair {
  /** Path below the photos' folder, with forward slashes. */
  title: string
  before: string
  /** The output that shows as much as the original does. */
  after: string
  outputs: { format: string; path: string }[]
}

export interface Failed {
  title: string
  reason: string
}

/** Formats from the one that is most like the photo itself to the one that is least. */
const likeness = ['original', 'landscape', 'square', 'portrait']

/**
 * Reads a manifest.
 *
 * @param from the folder in which the CLI ran: its names of photos are relative to that
 * @param base titles are relative to this
 * @returns undefined when the CLI ended before it wrote one
 */
export function readManifest(
  file: string,
  from: string,
  base: string,
): { pairs: Pair[]; failed: Failed[] } | undefined {
  if (!existsSync(file)) return undefined
  const { files }: { files: FileEvent[] } = JSON.parse(readFileSync(file, 'utf8'))

  const pairs: Pair[] = []
  const failed: Failed[] = []
  for (const { file, status, outputs, error } of files) {
    const before = resolve(from, file)
    const title = relative(base, before).split(sep).join('/')
    const [after] = outputs.toSorted((a, b) => likeness.indexOf(a.format) - likeness.indexOf(b.format))
    if (status === 'failed') {
      failed.push({ title, reason: error ? `${error.message} (${error.code})` : 'no reason was given' })
    } else if (after) {
      pairs.push({ title, before, after: after.path, outputs })
    }
  }
  return { pairs, failed }
}
