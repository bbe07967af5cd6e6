import { ACTIVATIONS, type Activation } from './tfjs-activations.ts'
import { CONVOLUTIONS, checkLayout, kernelExtent, rowsAndColumns } from './tfjs-convolution.ts'
import { axisOf, operand, withChannelsFirst, withChannelsLast } from './tfjs-layout.ts'
import { computed, integers, type Operator, picture } from './tfjs-value.ts'

/** Of two values of the same size, or one of which is repeated to that of the other. */
const arithmetic = (operator: 'Add' | 'Mul'): Operator => ({
  attributes: ['data_format'],
  convert(graph, node, inputs) {
    checkLayout(node)
    const [left, right] = inputs
    if (!left || !right || inputs.length > 2) throw new Error(`it has ${inputs.length} inputs`)
    if (left.kind === 'constant' && right.kind === 'constant') throw new Error('both its values are constant')
    const rank = Math.max(left.dims.length, right.dims.length)
    const at = (dims: readonly number[], axis: number): number => dims[dims.length - rank + axis] ?? 1
    const dims = Array.from({ length: rank }, (_, axis) => {
      const [one, other] = [at(left.dims, axis), at(right.dims, axis)]
      if (one !== other && one !== 1 && other !== 1)
        throw new Error(`${left.dims.join('x')} and ${right.dims.join('x')} do not fit`)
      return Math.max(one, other)
    })
    graph.node(operator, [operand(graph, left, rank), operand(graph, right, rank)], node.name)
    return { kind: 'computed', name: node.name, dims }
  },
})

const activation = (apply: Activation): Operator => ({
  attributes: [],
  convert(graph, node, inputs) {
    const { name, dims } = computed(inputs[0])
    apply(graph, name, node.name)
    return { kind: 'computed', name: node.name, dims }
  },
})

const mean: Operator = {
  attributes: ['keep_dims'],
  convert(graph, node, [value, over]) {
    const { name, dims } = computed(value)
    const axes = integers(over).map((axis) => (axis < 0 ? axis + dims.length : axis))
    const keep = node.flag('keep_dims')
    const rest = dims.map((_, axis) => axis).filter((axis) => !axes.includes(axis))
    // What remains of a picture has another order in the ONNX file if channels and a side are left.
    if (!keep && dims.length === 4 && rest.includes(3) && (rest.includes(1) || rest.includes(2)))
      throw new Error('it removes one side of a picture')
    graph.node('ReduceMean', [name], node.name, {
      axes: axes.map((axis) => axisOf(axis, dims.length)).sort((a, b) => a - b),
      keepdims: keep ? 1 : 0,
    })
    const kept = dims.map((dim, axis) => (axes.includes(axis) ? 1 : dim))
    return { kind: 'computed', name: node.name, dims: keep ? kept : rest.map((axis) => dims[axis] ?? 1) }
  },
}

const maxPool: Operator = {
  attributes: ['ksize', 'strides', 'padding', 'data_format', 'explicit_paddings'],
  convert(graph, node, [value]) {
    checkLayout(node)
    const { name, dims } = picture(value)
    const [size, strides] = [rowsAndColumns(node, 'ksize'), rowsAndColumns(node, 'strides')]
    const { rows, columns, pads } = kernelExtent(node, dims, { size, strides })
    graph.node('MaxPool', [name], node.name, { kernel_shape: size, strides, pads })
    return { kind: 'computed', name: node.name, dims: [dims[0] ?? 1, rows.length, columns.length, dims[3] ?? 1] }
  },
}

const resizeBilinear: Operator = {
  attributes: ['align_corners', 'half_pixel_centers'],
  convert(graph, node, [value, size]) {
    const { name, dims } = picture(value)
    const [height = 0, width = 0] = integers(size)
    const [corners, centres] = [node.flag('align_corners'), node.flag('half_pixel_centers')]
    if (corners && centres) throw new Error('it aligns corners and centres')
    const sizes = graph.integers([dims[0] ?? 1, dims[3] ?? 1, height, width])
    graph.node('Resize', [name, '', '', sizes], node.name, {
      mode: 'linear',
      coordinate_transformation_mode: corners ? 'align_corners' : centres ? 'half_pixel' : 'asymmetric',
    })
    return { kind: 'computed', name: node.name, dims: [dims[0] ?? 1, height, width, dims[3] ?? 1] }
  },
}

const concat: Operator = {
  attributes: [],
  convert(graph, node, inputs) {
    const values = inputs.slice(0, -1)
    const [last = 0] = integers(inputs.at(-1))
    const { dims } = computed(values.find(({ kind }) => kind === 'computed'))
    const axis = last < 0 ? last + dims.length : last
    for (const value of values) {
      if (value.dims.length !== dims.length || value.dims.some((dim, i) => i !== axis && dim !== dims[i]))
        throw new Error(`${value.dims.join('x')} and ${dims.join('x')} do not fit`)
    }
    const names = values.map((value) => operand(graph, value, dims.length))
    graph.node('Concat', names, node.name, { axis: axisOf(axis, dims.length) })
    const length = values.reduce((sum, value) => sum + (value.dims[axis] ?? 0), 0)
    return { kind: 'computed', name: node.name, dims: dims.map((dim, i) => (i === axis ? length : dim)) }
  },
}

/** TensorFlow counts the numbers of a picture with channels last, so a picture is transposed before and after. */
const reshape: Operator = {
  attributes: [],
  convert(graph, node, [value, shape]) {
    const input = computed(value)
    const asked = integers(shape)
    const count = input.dims.reduce((product, dim) => product * dim, 1)
    const known = asked.reduce((product, dim) => (dim === -1 ? product : product * dim), 1)
    const dims = asked.map((dim) => (dim === -1 ? count / known : dim))
    if (dims.reduce((product, dim) => product * dim, 1) !== count || dims.some((dim) => !Number.isInteger(dim)))
      throw new Error(`${input.dims.join('x')} cannot become ${asked.join('x')}`)
    const inOrder = withChannelsLast(graph, input, `${node.name}/in_order`)
    const isPicture = dims.length === 4
    const made = isPicture ? `${node.name}/reshaped` : node.name
    graph.node('Reshape', [inOrder, graph.integers(dims)], made)
    if (isPicture) withChannelsFirst(graph, made, node.name)
    return { kind: 'computed', name: node.name, dims }
  },
}

/** The operators of TensorFlow that can be converted. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  ...CONVOLUTIONS,
  Add: arithmetic('Add'),
  AddV2: arithmetic('Add'),
  BiasAdd: arithmetic('Add'),
  Mul: arithmetic('Mul'),
  Relu: activation(ACTIVATIONS.Relu),
  Relu6: activation(ACTIVATIONS.Relu6),
  Sigmoid: activation(ACTIVATIONS.Sigmoid),
  Identity: activation(ACTIVATIONS.Identity),
  Mean: mean,
  MaxPool: maxPool,
  ResizeBilinear: resizeBilinear,
  ConcatV2: concat,
  Reshape: reshape,
}
