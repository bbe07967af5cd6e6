import { existsSync } from 'node:fs'
import type { OnExisting } from '../folder-events.ts'

/** Extensions that a result can have: JPEG, PNG if it has transparency, or the requested format. */
const RESULT_EXTENSIONS = ['.jpg', '.png', '.webp', '.avif'] as const

/** Where one result is written: a path without extension, which depends on the result, or an exact file. */
export type OutputTarget =
  /** `suffix` follows the number that distinguishes versions of a result: `ramen-smart-layers-2-dish`. */
  | { readonly kind: 'stem'; readonly stem: string; readonly suffix?: string }
  | { readonly kind: 'file'; readonly path: string }

/** The path of a result with this extension. */
export const pathOf = (target: OutputTarget, extension: string): string =>
  target.kind === 'file' ? target.path : `${target.stem}${target.suffix ?? ''}${extension}`

/** Every path that a result could have. */
export const possiblePaths = (target: OutputTarget): string[] =>
  target.kind === 'file' ? [target.path] : RESULT_EXTENSIONS.map((extension) => pathOf(target, extension))

/** The same target with a number in its name. */
export const numbered = <T extends OutputTarget>(target: T, number: number): T =>
  target.kind === 'stem'
    ? { ...target, stem: `${target.stem}-${number}` }
    : { ...target, path: target.path.replace(/(\.[^.]+)$/, `-${number}$1`) }

/** The results of one photo, compared with the disk. */
export interface ExistingOutputs<T extends OutputTarget> {
  /** Existing results that stay. */
  readonly present: readonly { readonly target: T; readonly path: string }[]
  /** Targets whose results are missing. */
  readonly missing: readonly T[]
}

/**
 * Finds which results of a photo exist, and where the missing ones are written.
 *
 * @param isStale whether an existing file has to be replaced. Default: never
 */
export async function existingOutputs<T extends OutputTarget>(
  targets: readonly T[],
  onExisting: OnExisting,
  isStale: (path: string) => Promise<boolean> = async () => false,
): Promise<ExistingOutputs<T>> {
  if (onExisting === 'overwrite') return { present: [], missing: targets }
  if (onExisting === 'rename') return { present: [], missing: freeTargets(targets) }
  const present: { target: T; path: string }[] = []
  const missing: T[] = []
  for (const target of targets) {
    const path = existingPath(target)
    if (path === undefined || (await isStale(path))) missing.push(target)
    else present.push({ target, path })
  }
  return { present, missing }
}

/** The targets with the first number that is free for all of them. They share it, so that they still belong together. */
export function freeTargets<T extends OutputTarget>(targets: readonly T[]): readonly T[] {
  let free = targets
  for (let number = 2; free.some(existingPath); number++) free = targets.map((target) => numbered(target, number))
  return free
}

const existingPath = (target: OutputTarget): string | undefined =>
  possiblePaths(target).find((path) => existsSync(path))

/** The file extension in the URL of a result. */
export const extensionOf = (url: string): string => /\.[a-z0-9]{2,5}$/.exec(new URL(url).pathname)?.[0] ?? '.jpg'
