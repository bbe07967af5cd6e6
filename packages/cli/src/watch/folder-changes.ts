import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { walk } from '@platelight/sdk/folder-engine'
import { MINUTE_MS } from '../base/time-units.ts'
import { isWhole } from './whole-file.ts'

/** A file without an end is taken after this long: some programs never write one. */
const PATIENCE_MS = MINUTE_MS

/** A look at a folder. Paths are relative to it. */
export interface Look {
  /** Files that are new or have changed since they were done, and are complete. */
  readonly ready: readonly string[]
  /** Files that are still being copied. */
  readonly growing: readonly string[]
}

export interface FolderChangesOptions {
  readonly recursive: boolean
  /** Whether an absolute path is in the folder of the results. */
  readonly isResult: (path: string) => boolean
  readonly now?: () => number
}

interface Seen {
  readonly state: string
  /** When it was first seen in this state. */
  readonly since: number
}

/**
 * Looks for files that have come or changed. A file is complete when two looks find the same size and time, and it can be
 * read to its end. It looks instead of being told, because network drives tell nothing.
 */
export function createFolderChanges(folder: string, { recursive, isResult, now = Date.now }: FolderChangesOptions) {
  let seen = new Map<string, Seen>()
  const done = new Map<string, string>()
  return {
    /** @throws the system's error if the folder cannot be read, such as a network drive that is gone */
    async look(): Promise<Look> {
      const found = new Map<string, Seen>()
      const ready: string[] = []
      const growing: string[] = []
      for (const path of (await walk(folder, recursive ? undefined : 0)).files) {
        if (isResult(join(folder, path))) continue
        const state = await stateOf(join(folder, path))
        if (state === undefined) continue
        const before = seen.get(path)
        const since = before?.state === state ? before.since : now()
        found.set(path, { state, since })
        if (done.get(path) === state) continue
        const isCalm = before?.state === state
        const isComplete =
          isCalm && ((await isWhole(join(folder, path)).catch(() => false)) || now() - since > PATIENCE_MS)
        ;(isComplete ? ready : growing).push(path)
      }
      seen = found
      return { ready, growing }
    },
    /** Remembers files as done, until they change. */
    finish(paths: readonly string[]): void {
      for (const path of paths) done.set(path, seen.get(path)?.state ?? '')
    },
  }
}

/** Undefined if it was just moved away. */
const stateOf = (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => undefined,
  )
