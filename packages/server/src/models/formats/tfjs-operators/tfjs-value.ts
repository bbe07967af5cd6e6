import type { Graph } from '../../onnx/onnx-graph.ts'
import type { TfjsNode } from '../tfjs-graph-model.ts'

/** A value that the network computes. */
export interface Computed {
  readonly kind: 'computed'
  /** In the ONNX file. With four dimensions its channels come first there. */
  readonly name: string
  /** In TensorFlow's order: batch, height, width, channels. */
  readonly dims: readonly number[]
}

export interface Constant {
  readonly kind: 'constant'
  readonly dims: readonly number[]
  readonly values: Float32Array | Int32Array
}

export type Value = Computed | Constant

/** Converts one kind of operator. */
export interface Operator {
  /** The attributes that the conversion honours. A node with another one is refused. */
  readonly attributes: readonly string[]
  /**
   * Adds a node to the graph. Its result has the name of the node.
   *
   * @throws Error saying why it cannot be converted exactly
   */
  convert(graph: Graph, node: TfjsNode, inputs: readonly Value[]): Computed
}

/** @throws Error when it is a constant, or there is none */
export function computed(value: Value | undefined): Computed {
  if (value?.kind !== 'computed') throw new Error('it has a constant where a computed value is expected')
  return value
}

/** A computed value with batch, height, width and channels. */
export function picture(value: Value | undefined): Computed {
  const found = computed(value)
  if (found.dims.length !== 4) throw new Error(`it takes ${found.dims.join('x')} instead of pictures`)
  return found
}

/** Constants that are weights. */
export function floats(value: Value | undefined): { readonly dims: readonly number[]; readonly values: Float32Array } {
  if (value?.kind !== 'constant' || !(value.values instanceof Float32Array))
    throw new Error('its weights are not constant')
  return { dims: value.dims, values: value.values }
}

/** Constants that are sizes or numbers of dimensions. */
export function integers(value: Value | undefined): readonly number[] {
  if (value?.kind !== 'constant' || !(value.values instanceof Int32Array))
    throw new Error('its integers are not constant')
  return [...value.values]
}
