import type { Graph } from './onnx-graph.ts'

/** Weights of a convolution: [out, in, height, width], row by row. */
export interface Convolution {
  readonly dims: readonly number[]
  readonly weights: Float32Array
  readonly bias?: Float32Array | undefined
  /** Zeroes added at each side; or at the top, left, bottom and right. */
  readonly pad: number | readonly number[]
  /** Of the rows and of the columns; 1 by default. */
  readonly strides?: readonly number[]
  readonly dilations?: readonly number[]
  /** Parts of the channels that are convolved separately. */
  readonly groups?: number
}

export function convolve(
  graph: Graph,
  input: string,
  output: string,
  { dims, weights, bias, pad, strides = [1, 1], dilations, groups }: Convolution,
): string {
  const [channels = 0, , height = 0, width = 0] = dims
  const inputs = [input, graph.constant(dims, weights), ...(bias ? [graph.constant([channels], bias)] : [])]
  return graph.node('Conv', inputs, output, {
    kernel_shape: [height, width],
    pads: typeof pad === 'number' ? [pad, pad, pad, pad] : pad,
    strides,
    ...(dilations && { dilations }),
    ...(groups !== undefined && { group: groups }),
  })
}

/** Repeats every pixel `times` by `times`. */
export function repeatPixels(graph: Graph, input: string, output: string, times: number): string {
  const scales = graph.constant([4], new Float32Array([1, 1, times, times]))
  return graph.node('Resize', [input, '', scales], output, {
    mode: 'nearest',
    coordinate_transformation_mode: 'asymmetric',
    nearest_mode: 'floor',
  })
}

/** The input: an RGB picture of any size. */
export const PICTURE_IN = [1, 3, 'height', 'width'] as const
/** The output: a larger picture. */
export const PICTURE_OUT = [1, 3, 'out_height', 'out_width'] as const
