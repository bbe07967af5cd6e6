import { isAbsolute, join, resolve, sep } from 'node:path'
import type { LeftOut } from '../folder-events.ts'
import { createResultCheck, ENHANCED_NAMES } from './earlier-results.ts'
import type { NamedFile } from './folder-input.ts'
import { matcherOf } from './glob-matcher.ts'
import { isBelowOutDir, namedIn, passedNotes, type ScanOptions } from './photo-sources.ts'
import { walk } from './walk-folder.ts'

/** Whether a text has wildcards. Loads the matcher on demand. */
export async function isGlob(text: string): Promise<boolean> {
  const { default: picomatch } = await import('picomatch/posix.js')
  const { isGlob, negated } = picomatch.scan(text)
  return isGlob || negated
}

/** What matches a glob. */
export interface GlobMatches {
  readonly photos: readonly NamedFile[]
  readonly leftOut: readonly LeftOut[]
  /** Sentences about what was left out. */
  readonly notes: readonly string[]
}

/**
 * The photos that match a glob, ignoring case. Each has the fixed part of the glob as its root, so that results mirror the
 * tree below it. Hidden files, those of systems, and results of earlier runs are left out.
 */
export async function photosMatching(
  glob: string,
  { cwd, ignore, outDir, resultNames = ENHANCED_NAMES }: Omit<ScanOptions, 'recursive' | 'include'>,
): Promise<GlobMatches> {
  const { base, pattern } = await splitGlob(glob)
  const root = resolve(cwd, base)
  const depth = pattern.includes('**') ? Number.POSITIVE_INFINITY : pattern.split('/').length - 1
  const { files, passed } = await walk(root, depth, namedIn([pattern])).catch(() => ({ files: [], passed: [] }))
  const { default: picomatch } = await import('picomatch/posix.js')
  const isMatch = picomatch(pattern, { nocase: true })
  const isIgnored = await matcherOf(ignore)
  const isResult = createResultCheck(root, resultNames)
  const isOut = isBelowOutDir(root, outDir)
  const matches = files
    .filter((below) => isMatch(below.split(sep).join('/')))
    .filter((below) => !isIgnored(below) && !isResult(below) && !isOut(below))
  const { leftOutNotes, partPhotos } = await import('./left-out-files.ts')
  const { photos, leftOut } = await partPhotos(matches, (below) => join(root, below))
  const named = leftOut.map(({ file, kind }) => ({ file: join(base, file), kind }))
  return {
    photos: photos.map((below) => ({ path: join(root, below), name: join(base, below), root })),
    leftOut: named,
    notes: [...leftOutNotes(`of ${glob}`, named), ...passedNotes(base || '.', passed)],
  }
}

/** Splits a glob before its first part with a wildcard. */
async function splitGlob(glob: string): Promise<{ base: string; pattern: string }> {
  const parts = (sep === '\\' ? glob.replaceAll('\\', '/') : glob).split('/')
  let first = 0
  while (first < parts.length - 1 && !(await isGlob(parts[first] ?? ''))) first++
  const base = parts.slice(0, first).join('/')
  return { base: isAbsolute(glob) && base === '' ? '/' : base, pattern: parts.slice(first).join('/') }
}
