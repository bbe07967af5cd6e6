import { isAbsolute, join, resolve, sep } from 'node:path'
import { createResultCheck, ENHANCED_NAMES } from './earlier-results.ts'
import type { NamedFile } from './folder-input.ts'
import { matcherOf } from './glob-matcher.ts'
import { hasPhotoName } from './photo-file-names.ts'
import { isBelowOutDir, type ScanOptions } from './photo-sources.ts'
import { walk } from './walk-folder.ts'

/** Whether a text has wildcards. Loads the matcher on demand. */
export async function isGlob(text: string): Promise<boolean> {
  const { default: picomatch } = await import('picomatch/posix.js')
  const { isGlob, negated } = picomatch.scan(text)
  return isGlob || negated
}

/**
 * The photos that match a glob, ignoring case. Each has the fixed part of the glob as its root, so that results mirror the
 * tree below it. Hidden files and results of earlier runs are left out.
 */
export async function photosMatching(
  glob: string,
  { cwd, ignore, outDir, resultNames = ENHANCED_NAMES }: Omit<ScanOptions, 'recursive' | 'include'>,
): Promise<NamedFile[]> {
  const { base, pattern } = await splitGlob(glob)
  const root = resolve(cwd, base)
  const depth = pattern.includes('**') ? Number.POSITIVE_INFINITY : pattern.split('/').length - 1
  const { files } = await walk(root, depth).catch(() => ({ files: [] }))
  const { default: picomatch } = await import('picomatch/posix.js')
  const isMatch = picomatch(pattern, { nocase: true })
  const isIgnored = await matcherOf(ignore)
  const isResult = createResultCheck(root, resultNames)
  const isOut = isBelowOutDir(root, outDir)
  return files
    .filter((below) => hasPhotoName(below) && isMatch(below.split(sep).join('/')))
    .filter((below) => !isIgnored(below) && !isResult(below) && !isOut(below))
    .map((below) => ({ path: join(root, below), name: join(base, below), root }))
}

/** Splits a glob before its first part with a wildcard. */
async function splitGlob(glob: string): Promise<{ base: string; pattern: string }> {
  const parts = (sep === '\\' ? glob.replaceAll('\\', '/') : glob).split('/')
  let first = 0
  while (first < parts.length - 1 && !(await isGlob(parts[first] ?? ''))) first++
  const base = parts.slice(0, first).join('/')
  return { base: isAbsolute(glob) && base === '' ? '/' : base, pattern: parts.slice(first).join('/') }
}
