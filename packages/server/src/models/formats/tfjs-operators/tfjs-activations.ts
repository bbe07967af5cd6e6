import type { Graph } from '../../onnx/onnx-graph.ts'

/** Adds a function of single numbers to a graph. @returns the name of its result */
export type Activation = (graph: Graph, input: string, output: string) => string

export const ACTIVATIONS = {
  Relu: (graph, input, output) => graph.node('Relu', [input], output),
  Relu6: (graph, input, output) => graph.node('Clip', [input, scalar(graph, 0), scalar(graph, 6)], output),
  Sigmoid: (graph, input, output) => graph.node('Sigmoid', [input], output),
  Identity: (graph, input, output) => graph.node('Identity', [input], output),
} as const satisfies Readonly<Record<string, Activation>>

const scalar = (graph: Graph, value: number): string => graph.constant([], Float32Array.of(value))
