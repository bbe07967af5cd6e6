// What `platelight enhance --manifest` wrote: one entry per file, in the order of the input.

import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'

interface FileEvent {
  file: string
  status: 'done' | 'failed' | 'skipped'
  outputs?: { format: string; path: string }[]
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
 * @param base relative names of photos are below it
 * @param out relative names of outputs are below it
 * @returns undefined when the CLI ended before it wrote one
 */
export function readManifest(file: string, base: string, out: string): { pairs: Pair[]; failed: Failed[] } | undefined {
  if (!existsSync(file)) return undefined
  const events: FileEvent[] = JSON.parse(readFileSync(file, 'utf8'))
  const absolute = (path: string, folder: string) => (isAbsolute(path) ? path : join(folder, path))

  const pairs: Pair[] = []
  const failed: Failed[] = []
  for (const event of events) {
    const before = absolute(event.file, base)
    const title = relative(base, before).split(sep).join('/')
    const outputs = (event.outputs ?? []).map(({ format, path }) => ({ format, path: absolute(path, out) }))
    const [after] = outputs.toSorted((a, b) => likeness.indexOf(a.format) - likeness.indexOf(b.format))
    if (event.status === 'failed') {
      const { code, message } = event.error ?? { code: 'unknown', message: 'no reason was given' }
      failed.push({ title, reason: `${message} (${code})` })
    } else if (after) {
      pairs.push({ title, before, after: after.path, outputs })
    }
  }
  return { pairs, failed }
}
