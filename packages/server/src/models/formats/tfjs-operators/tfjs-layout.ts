import type { Graph } from '../../onnx/onnx-graph.ts'
import { transposeConstant } from '../../onnx/transpose-constant.ts'
import { type Computed, floats, type Value } from './tfjs-value.ts'

/** For each dimension of the ONNX file, which one it is in TensorFlow; and the other way round. */
const TO_FIRST: readonly number[] = [0, 3, 1, 2]
const TO_LAST: readonly number[] = [0, 2, 3, 1]

/** Sizes in the order of the ONNX file. Only pictures are reordered. */
export const channelsFirst = (dims: readonly number[]): readonly number[] =>
  dims.length === 4 ? TO_FIRST.map((axis) => dims[axis] ?? 1) : dims

/**
 * The number of a dimension in the ONNX file.
 *
 * @param axis in TensorFlow, where negative numbers count from the end
 */
export function axisOf(axis: number, rank: number): number {
  const positive = axis < 0 ? axis + rank : axis
  if (!Number.isInteger(positive) || positive < 0 || positive >= rank) throw new Error(`it has no dimension ${axis}`)
  return rank === 4 ? TO_FIRST.indexOf(positive) : positive
}

/** The name of an operand in the ONNX file. A constant is aligned with values of `rank` dimensions. */
export function operand(graph: Graph, value: Value, rank: number): string {
  if (value.kind === 'computed') {
    if (value.dims.length !== rank) throw new Error(`it joins values of ${value.dims.length} and ${rank} dimensions`)
    return value.name
  }
  const { dims, values } = floats(value)
  if (dims.length > rank) throw new Error(`it joins values of ${dims.length} and ${rank} dimensions`)
  if (rank !== 4) return graph.constant(dims, values)
  const first = transposeConstant(values, [...Array<number>(rank - dims.length).fill(1), ...dims], TO_FIRST)
  return graph.constant(first.dims, first.values)
}

/** A picture with its channels last, as TensorFlow counts its numbers. Other values are so already. */
export const withChannelsLast = (graph: Graph, { name, dims }: Computed, as: string): string =>
  dims.length === 4 ? graph.node('Transpose', [name], as, { perm: TO_LAST }) : name

/** The inverse of {@link withChannelsLast}. */
export const withChannelsFirst = (graph: Graph, from: string, as: string): string =>
  graph.node('Transpose', [from], as, { perm: TO_FIRST })
