import { existsSync } from 'node:fs'
import type { OnExisting, Output } from './events.ts'
import { type Item, pathsOf, type Target } from './plan.ts'

/** What is left to do for one photo, seen from the disk. */
export interface Work {
  /** Results that are there already and stay. */
  readonly present: readonly Output[]
  readonly missing: readonly Target[]
}

/** Compares a photo's results with what is on disk, by the rule of `--on-existing`. */
export function workFor({ targets }: Item, onExisting: OnExisting): Work {
  if (onExisting === 'overwrite') return { present: [], missing: targets }
  if (onExisting === 'rename') return { present: [], missing: freeNames(targets) }
  const present: Output[] = []
  const missing: Target[] = []
  for (const target of targets) {
    const path = existing(target)
    if (path === undefined) missing.push(target)
    else present.push({ format: target.format, path })
  }
  return { present, missing }
}

const existing = (target: Target): string | undefined => pathsOf(target).find((path) => existsSync(path))

/** All formats of a photo get the same number, so that they still belong together: a-square-2, a-portrait-2. */
function freeNames(targets: readonly Target[]): Target[] {
  for (let number = 1; ; number++) {
    const named = targets.map((target) => (number === 1 ? target : numbered(target, number)))
    if (named.every((target) => existing(target) === undefined)) return named
  }
}

function numbered(target: Target, number: number): Target {
  if (target.kind === 'stem') return { ...target, stem: `${target.stem}-${number}` }
  return target.kind === 'file' ? { ...target, path: target.path.replace(/(\.[^.]+)$/, `-${number}$1`) } : target
}
