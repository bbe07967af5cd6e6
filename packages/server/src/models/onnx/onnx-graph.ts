import { endianness } from 'node:os'
import { bytes, float, integer, message } from './write-protobuf.ts'

/** The operator set and file version that every recent runtime reads. */
const OPSET = 13
const IR_VERSION = 8

/** Codes of onnx.proto: TensorProto.DataType and AttributeProto.AttributeType. */
const FLOAT_DATA = 1
const INT64_DATA = 7
const HALF_DATA = 10
const ATTRIBUTE = { float: 1, integer: 2, text: 3, integers: 7 } as const

/** An integer, several integers or text. A floating-point number is marked as such. */
export type Attribute = number | readonly number[] | string | { readonly float: number }

/** An input or an output; a dynamic dimension has a name. */
export interface Port {
  readonly name: string
  readonly dims: readonly (number | string)[]
  /** Whether its numbers have 16 bits. */
  readonly isHalf?: boolean
}

export interface Graph {
  /** Adds one operator. @returns the name of its result */
  node(
    operator: string,
    inputs: readonly string[],
    output: string,
    attributes?: Readonly<Record<string, Attribute>>,
  ): string
  /** Adds constants in row-major order. @returns their name */
  constant(dims: readonly number[], values: Float32Array): string
  /** Adds a list of integers, such as a shape. @returns its name */
  integers(values: readonly number[]): string
  /** The finished file. */
  file(input: Port, ...outputs: readonly Port[]): Buffer
}

/**
 * Writes a network as an ONNX file.
 *
 * @example
 * const graph = onnxGraph('twice')
 * const two = graph.constant([1], new Float32Array([2]))
 * graph.node('Mul', ['x', two], 'y')
 * graph.file({ name: 'x', dims: [1, 3, 'h', 'w'] }, { name: 'y', dims: [1, 3, 'h', 'w'] })
 */
export function onnxGraph(name: string): Graph {
  const nodes: Buffer[] = []
  const constants: Buffer[] = []

  const addConstant = (type: number, dims: readonly number[], data: Uint8Array): string => {
    const constant = `constant_${constants.length}`
    constants.push(
      message(5, [...dims.map((dim) => integer(1, dim)), integer(2, type), bytes(8, constant), bytes(9, data)]),
    )
    return constant
  }

  return {
    node(operator, inputs, output, attributes = {}) {
      nodes.push(
        message(1, [
          ...inputs.map((input) => bytes(1, input)),
          bytes(2, output),
          bytes(4, operator),
          ...Object.entries(attributes).map(([key, value]) => message(5, attribute(key, value))),
        ]),
      )
      return output
    },

    constant(dims, values) {
      const count = dims.reduce((product, dim) => product * dim, 1)
      if (count !== values.length) throw new Error(`${values.length} constants do not fill ${dims.join('x')}`)
      return addConstant(FLOAT_DATA, dims, raw(values))
    },

    integers(values) {
      const data = Buffer.alloc(8 * values.length)
      for (const [index, value] of values.entries()) data.writeBigInt64LE(BigInt(value), 8 * index)
      return addConstant(INT64_DATA, [values.length], data)
    },

    file: (input, ...outputs) =>
      Buffer.concat([
        integer(1, IR_VERSION),
        bytes(2, 'platelight'),
        message(7, [
          ...nodes,
          bytes(2, name),
          ...constants,
          message(11, port(input)),
          ...outputs.map((output) => message(12, port(output))),
        ]),
        message(8, [bytes(1, ''), integer(2, OPSET)]),
      ]),
  }
}

function attribute(name: string, value: Attribute): Buffer[] {
  if (typeof value === 'number') return [bytes(1, name), integer(3, value), integer(20, ATTRIBUTE.integer)]
  if (typeof value === 'string') return [bytes(1, name), bytes(4, value), integer(20, ATTRIBUTE.text)]
  if ('float' in value) return [bytes(1, name), float(2, value.float), integer(20, ATTRIBUTE.float)]
  return [bytes(1, name), ...value.map((one) => integer(8, one)), integer(20, ATTRIBUTE.integers)]
}

function port({ name, dims, isHalf = false }: Port): Buffer[] {
  const shape = dims.map((dim) => message(1, [typeof dim === 'string' ? bytes(2, dim) : integer(1, dim)]))
  return [bytes(1, name), message(2, [message(1, [integer(1, isHalf ? HALF_DATA : FLOAT_DATA), message(2, shape)])])]
}

/** Raw data is little-endian on every machine. */
function raw(values: Float32Array): Buffer {
  const own = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  return endianness() === 'LE' ? own : Buffer.from(own).swap32()
}
