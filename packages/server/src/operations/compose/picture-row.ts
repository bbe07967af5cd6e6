import type { CompositionWish } from './read-composition.ts'

/**
 * The positions of the pictures from left to right: as they were given, unless the prompt says otherwise.
 *
 * @example pictureRow(3, { places: { left: 2 }, row: [] }) // [2, 0, 1]
 */
export function pictureRow(pictures: number, { places, row }: Pick<CompositionWish, 'places' | 'row'>): number[] {
  const { left, middle, right } = places
  const given = [...new Set([...row, ...Array.from({ length: pictures }, (_, at) => at)])]
  const others = given.filter((at) => at !== left && at !== middle && at !== right)
  const outer = [
    ...(left === undefined ? [] : [left]),
    ...others,
    ...(right === undefined || right === left ? [] : [right]),
  ]
  if (middle === undefined || middle === left || middle === right) return outer
  return outer.toSpliced(Math.ceil(outer.length / 2), 0, middle)
}
