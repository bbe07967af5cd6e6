import type { Graph } from './onnx-graph.ts'

/** Weights of a convolution: [out, in, height, width], row by row. */
export interface Convolution {
  readonly dims: readonly [number, number, number, number]
  readonly weights: Float32Array
  readonly bias?: Float32Array | undefined
  /** Zeroes added at each side. */
  readonly pad: number
}

/** A convolution of stride 1. */
export function convolve(
  graph: Graph,
  input: string,
  output: string,
  { dims, weights, bias, pad }: Convolution,
): string {
  const inputs = [input, graph.constant(dims, weights), ...(bias ? [graph.constant([dims[0]], bias)] : [])]
  return graph.node('Conv', inputs, output, {
    kernel_shape: [dims[2], dims[3]],
    pads: [pad, pad, pad, pad],
    strides: [1, 1],
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
