import type { Size } from '../geometry.ts'
import { type BinaryMask, forEachRun } from './binary-mask.ts'

/** The connected components of a mask, as runs: pixels beside one another in a row, in reading order. */
export interface MaskComponents {
  readonly count: number
  /** Pixels of each component, by its label. Label 0 is what belongs to none. */
  readonly areas: Int32Array
  /** The first pixel of each run, and the one after its last. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** The component of each run, from 1 on. */
  readonly runLabels: Int32Array
}

/** The same with the label of each pixel: from 1 on, in reading order, and 0 for what belongs to none. */
export interface LabelledComponents extends MaskComponents {
  readonly labels: Int32Array
}

/** Finds the connected components of ones (`value` 1) or zeros. Four neighbours count. */
export function findComponents({ bits, width }: BinaryMask, value: 0 | 1): MaskComponents {
  const [starts, ends, parents]: [number[], number[], number[]] = [[], [], []]
  // The first run of a component, in reading order, stands for it.
  const rootOf = (run: number): number => {
    let root = run
    while (parents[root] !== root) root = parents[root]
    while (parents[run] !== root) [parents[run], run] = [root, parents[run]]
    return root
  }
  const join = (one: number, other: number): void => {
    const [a, b] = [rootOf(one), rootOf(other)]
    parents[Math.max(a, b)] = Math.min(a, b)
  }
  // The first run that may touch the next one from above.
  let above = 0
  forEachRun(bits, width, value, (y, from, to) => {
    const run = starts.length
    starts.push(y * width + from)
    ends.push(y * width + to)
    parents.push(run)
    while (ends[above] + width <= starts[run]) above++
    for (let other = above; other < run && starts[other] + width < ends[run]; other++) join(run, other)
  })
  const runLabels = new Int32Array(starts.length)
  let count = 0
  for (let run = 0; run < runLabels.length; run++) {
    const root = rootOf(run)
    runLabels[run] = root === run ? ++count : runLabels[root]
  }
  const areas = new Int32Array(count + 1)
  areas[0] = bits.length
  for (let run = 0; run < runLabels.length; run++) {
    const length = ends[run] - starts[run]
    areas[runLabels[run]] += length
    areas[0] -= length
  }
  return { count, areas, starts, ends, runLabels }
}

/** Finds the connected components of ones (`value` 1) or zeros, and labels each pixel. */
export function labelComponents(mask: BinaryMask, value: 0 | 1): LabelledComponents {
  const components = findComponents(mask, value)
  const { starts, ends, runLabels } = components
  const labels = new Int32Array(mask.bits.length)
  for (let run = 0; run < runLabels.length; run++) labels.fill(runLabels[run], starts[run], ends[run])
  return { ...components, labels }
}

/** The bits of some components: those whose entry, by their label, is not 0. */
export function bitsOfComponents(
  { starts, ends, runLabels }: MaskComponents,
  chosen: ArrayLike<number>,
  count: number,
): Uint8Array {
  const bits = new Uint8Array(count)
  for (let run = 0; run < runLabels.length; run++) if (chosen[runLabels[run]]) bits.fill(1, starts[run], ends[run])
  return bits
}

/** How many pixels of each component, by its label, are of a kind. */
export function countInComponents(
  { count, starts, ends, runLabels }: MaskComponents,
  isCounted: (index: number) => boolean,
): Int32Array {
  const counts = new Int32Array(count + 1)
  for (let run = 0; run < runLabels.length; run++) {
    let found = 0
    for (let i = starts[run]; i < ends[run]; i++) if (isCounted(i)) found++
    counts[runLabels[run]] += found
  }
  return counts
}

/** 1 for each component, by its label, that touches the border of the picture. */
export function componentsAtBorder(
  { count, starts, ends, runLabels }: MaskComponents,
  { width, height }: Size,
): Uint8Array {
  const touching = new Uint8Array(count + 1)
  for (let run = 0; run < runLabels.length; run++) {
    const isAtSide = starts[run] % width === 0 || ends[run] % width === 0
    if (isAtSide || starts[run] < width || starts[run] >= (height - 1) * width) touching[runLabels[run]] = 1
  }
  return touching
}

/** The pixels at the border of a picture. */
export function borderOf({ width, height }: Size): number[] {
  const across = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x])
  const down = Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1])
  return [...across, ...down].flat()
}

/** Fills every hole that does not reach the edge of the picture, as the soup in a bowl is part of the bowl. */
export function fillHoles(mask: BinaryMask): BinaryMask {
  const gaps = findComponents(mask, 0)
  const outside = componentsAtBorder(gaps, mask)
  const bits = new Uint8Array(mask.bits)
  for (let run = 0; run < gaps.runLabels.length; run++) {
    if (outside[gaps.runLabels[run]] === 0) bits.fill(1, gaps.starts[run], gaps.ends[run])
  }
  return { ...mask, bits }
}
