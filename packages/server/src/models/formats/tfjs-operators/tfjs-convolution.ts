import { convolve } from '../../onnx/onnx-layers.ts'
import { transposeConstant } from '../../onnx/transpose-constant.ts'
import type { TfjsNode } from '../tfjs-graph-model.ts'
import { ACTIVATIONS, type Activation } from './tfjs-activations.ts'
import { floats, type Operator, picture } from './tfjs-value.ts'

/** What slides over a picture: its size, and how far it moves. Each has a number for rows and one for columns. */
interface Kernel {
  readonly size: readonly number[]
  readonly strides: readonly number[]
  readonly dilations?: readonly number[]
}

/**
 * The size of the result of a kernel, and what is added at the top, left, bottom and right. With `SAME` padding TensorFlow
 * adds an odd one at the bottom and at the right.
 */
export function kernelExtent(node: TfjsNode, [, height = 0, width = 0]: readonly number[], kernel: Kernel) {
  const padding = node.text('padding')
  if (padding !== 'SAME' && padding !== 'VALID') throw new Error(`the padding ${padding} is not known`)
  const along = (axis: number, length: number) => {
    const stride = kernel.strides[axis] ?? 1
    const reach = ((kernel.size[axis] ?? 1) - 1) * (kernel.dilations?.[axis] ?? 1) + 1
    const count = Math.ceil((padding === 'SAME' ? length : length - reach + 1) / stride)
    if (count < 1) throw new Error(`a kernel of ${kernel.size.join('x')} does not fit ${height}x${width}`)
    const added = padding === 'SAME' ? Math.max(0, (count - 1) * stride + reach - length) : 0
    return { length: count, before: Math.floor(added / 2), after: Math.ceil(added / 2) }
  }
  const [rows, columns] = [along(0, height), along(1, width)]
  return { rows, columns, pads: [rows.before, columns.before, rows.after, columns.after] }
}

/** An attribute with a number for each dimension, of which only rows and columns may differ from 1. */
export function rowsAndColumns(node: TfjsNode, attribute: string): readonly number[] {
  const given = node.integers(attribute)
  if (given.length === 0) return [1, 1]
  const [batch, rows = 1, columns = 1, channels] = given
  if (given.length !== 4 || batch !== 1 || channels !== 1) throw new Error(`${attribute} is ${given.join(', ')}`)
  return [rows, columns]
}

/** @throws Error unless channels come last and paddings are those of a rule */
export function checkLayout(node: TfjsNode): void {
  const format = node.text('data_format')
  if (format !== undefined && format !== 'NHWC') throw new Error(`the data format is ${format}`)
  if (node.integers('explicit_paddings').length > 0) throw new Error('it has explicit paddings')
}

const FUSED_ACTIVATIONS = new Map<string, Activation>(Object.entries(ACTIVATIONS))

const ATTRIBUTES = ['strides', 'padding', 'data_format', 'dilations', 'explicit_paddings']

/** What is done to the sums: nothing, or a bias is added and an activation follows. */
function fusedSteps(node: TfjsNode): { bias: boolean; activate: Activation | undefined } {
  const steps = node.texts('fused_ops')
  const [bias, activation, ...others] = steps
  const activate = activation === undefined ? undefined : FUSED_ACTIVATIONS.get(activation)
  if ((bias !== undefined && bias !== 'BiasAdd') || (activation !== undefined && !activate) || others.length > 0)
    throw new Error(`the fused ${steps.join(', ')} are not known`)
  return { bias: bias !== undefined, activate }
}

/** A convolution of all channels, or of each channel on its own. TensorFlow stores kernels as height, width, in, out. */
const convolution = (depthwise: boolean, attributes: readonly string[]): Operator => ({
  attributes,
  convert(graph, node, inputs) {
    checkLayout(node)
    const [input, { dims, values }] = [picture(inputs[0]), floats(inputs[1])]
    const { bias, activate } = fusedSteps(node)
    if (inputs.length !== (bias ? 3 : 2)) throw new Error(`it has ${inputs.length} inputs`)
    const [height = 0, width = 0, channels = 0, last = 0] = dims
    if (dims.length !== 4 || channels !== input.dims[3])
      throw new Error(`a kernel of ${dims.join('x')} does not fit ${input.dims.join('x')}`)
    const [strides, dilations] = [rowsAndColumns(node, 'strides'), rowsAndColumns(node, 'dilations')]
    const { rows, columns, pads } = kernelExtent(node, input.dims, { size: [height, width], strides, dilations })
    const made = depthwise ? channels * last : last
    const kernel = transposeConstant(values, dims, depthwise ? [2, 3, 0, 1] : [3, 2, 0, 1])
    const sums = convolve(graph, input.name, activate ? `${node.name}/sums` : node.name, {
      dims: depthwise ? [made, 1, height, width] : kernel.dims,
      weights: kernel.values,
      bias: bias ? floats(inputs[2]).values : undefined,
      pad: pads,
      strides,
      dilations,
      ...(depthwise && { groups: channels }),
    })
    activate?.(graph, sums, node.name)
    return { kind: 'computed', name: node.name, dims: [input.dims[0] ?? 1, rows.length, columns.length, made] }
  },
})

/** `epsilon` belongs to a normalisation that is refused. */
const FUSED = [...ATTRIBUTES, 'fused_ops', 'epsilon']

export const CONVOLUTIONS = {
  Conv2D: convolution(false, ATTRIBUTES),
  _FusedConv2D: convolution(false, FUSED),
  DepthwiseConv2dNative: convolution(true, ATTRIBUTES),
  FusedDepthwiseConv2dNative: convolution(true, FUSED),
} as const
