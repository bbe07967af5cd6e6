import { FIELD, type Field, fieldsIn } from './read-protobuf.ts'
import { bytes, integer, message } from './write-protobuf.ts'

/** Height and width, in the order batch, channels, height, width. */
const SIDES = [2, 3] as const
const FLOAT_DATA = 1

/**
 * Lets a network that was exported for pictures of one size accept pictures of any size. Its enlargements get a factor
 * instead of a size, and the sizes of its inner values are removed. At the original size it computes exactly the same as
 * before.
 *
 * @param file ONNX whose only fixed sizes are those of its `Resize` operators
 * @returns the same network, with height and width of its inputs and outputs as dynamic axes
 * @throws Error for a file in which the factor of an enlargement cannot be found
 */
export function withDynamicAxes(file: Buffer): Buffer {
  const graph = only(file, 0, file.length, FIELD.model.graph)
  const shapes = shapesOf(file, graph)
  const targets = targetsOf(file, graph)
  const factors = new Set<number>()
  const parts: Buffer[] = []
  for (const field of fieldsIn(file, graph.from, graph.to)) {
    switch (field.number) {
      case FIELD.graph.valueInfo:
        break
      case FIELD.graph.input:
      case FIELD.graph.output:
        parts.push(freePort(file, field))
        break
      case FIELD.graph.node:
        parts.push(freeNode(file, field, { shapes, targets, factors }))
        break
      default:
        parts.push(file.subarray(field.start, field.to))
    }
  }
  for (const factor of factors) parts.push(factorConstant(factor))
  return replaced(file, graph, message(FIELD.model.graph, parts))
}

const text = (file: Buffer, { from, to }: Field): string => file.toString('utf8', from, to)

const only = (file: Buffer, from: number, to: number, number: number): Field => {
  const [found] = [...fieldsIn(file, from, to)].filter((field) => field.number === number)
  if (!found) throw new Error('the ONNX file has no graph')
  return found
}

const replaced = (file: Buffer, { start, to }: Field, by: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, start), by, file.subarray(to)])

/** The fields with this number inside these messages. */
const inside = (file: Buffer, fields: readonly Field[], number: number): Field[] =>
  fields.flatMap(({ from, to }) => [...fieldsIn(file, from, to)].filter((field) => field.number === number))

/** Dimensions of a port: type (2), tensor type (1), shape (2), dimension (1), a number (1) or a name (2). */
const dimsOf = (file: Buffer, port: Field): (number | undefined)[] => {
  const shape = inside(file, inside(file, inside(file, [port], FIELD.port.type), 1), 2)
  return inside(file, shape, 1).map(({ from, to }) => {
    const [dim] = fieldsIn(file, from, to)
    return dim?.number === 1 ? dim.value : undefined
  })
}

/** The dimensions of values, by their names. */
const shapesOf = (file: Buffer, graph: Field): Map<string, (number | undefined)[]> => {
  const { input, valueInfo } = FIELD.graph
  const ports = [...fieldsIn(file, graph.from, graph.to)].filter(
    ({ number }) => number === input || number === valueInfo,
  )
  return new Map(
    ports.map((port) => [
      inside(file, [port], FIELD.port.name).map((name) => text(file, name))[0] ?? '',
      dimsOf(file, port),
    ]),
  )
}

/**
 * Sizes that consist of a part of a shape and a concatenated constant: the numbers of the constant, by the name of the size.
 */
const targetsOf = (file: Buffer, graph: Field): Map<string, number[]> => {
  const constants = new Map<string, number[]>()
  const targets = new Map<string, number[]>()
  for (const node of inside(file, [graph], FIELD.graph.node)) {
    const { operator, inputs, outputs, attributes } = readNode(file, node)
    const [output = ''] = outputs
    // An attribute's tensor (5), its raw data (9): whole numbers of 64 bits.
    if (operator === 'Constant')
      constants.set(
        output,
        inside(file, inside(file, attributes, 5), 9).flatMap((raw) => integers(file, raw)),
      )
    if (operator === 'Concat')
      targets.set(
        output,
        inputs.flatMap((input) => constants.get(input) ?? []),
      )
  }
  return targets
}

const integers = (file: Buffer, { from, to }: Field): number[] =>
  (to - from) % 8 === 0
    ? Array.from({ length: (to - from) / 8 }, (_, index) => Number(file.readBigInt64LE(from + 8 * index)))
    : []

const readNode = (file: Buffer, { from, to }: Field) => {
  const fields = [...fieldsIn(file, from, to)]
  const texts = (number: number) => fields.filter((field) => field.number === number).map((field) => text(file, field))
  const { input, output, operator, attribute } = FIELD.node
  return {
    operator: texts(operator)[0],
    inputs: texts(input),
    outputs: texts(output),
    attributes: fields.filter((field) => field.number === attribute),
  }
}

const factorName = (factor: number): string => `enlarged_${factor}x`

const factorConstant = (factor: number): Buffer => {
  const raw = Buffer.alloc(16)
  for (const [index, value] of [1, 1, factor, factor].entries()) raw.writeFloatLE(value, 4 * index)
  return message(FIELD.graph.initializer, [
    integer(1, 4),
    integer(2, FLOAT_DATA),
    bytes(8, factorName(factor)),
    bytes(9, raw),
  ])
}

interface Known {
  readonly shapes: ReadonlyMap<string, readonly (number | undefined)[]>
  readonly targets: ReadonlyMap<string, readonly number[]>
  readonly factors: Set<number>
}

/** Turns a `Resize` to a size (its fourth input) into one by a factor (its third). */
function freeNode(file: Buffer, node: Field, { shapes, targets, factors }: Known): Buffer {
  const { operator, inputs } = readNode(file, node)
  const [source = '', region = '', , size] = inputs
  if (operator !== 'Resize' || !size) return file.subarray(node.start, node.to)
  const before = shapes.get(source)
  const target = targets.get(size)
  const [height, width] = SIDES.map((side, index) => (target?.[index] ?? Number.NaN) / (before?.[side] ?? Number.NaN))
  if (height === undefined || height !== width || !(height > 0))
    throw new Error(`the ONNX file does not say by how much ${source} is enlarged`)
  factors.add(height)
  const rest = [...fieldsIn(file, node.from, node.to)].filter(({ number }) => number !== FIELD.node.input)
  return message(FIELD.graph.node, [
    ...[source, region, factorName(height)].map((name) => bytes(FIELD.node.input, name)),
    ...rest.map(({ start, to }) => file.subarray(start, to)),
  ])
}

/** An input or output whose height and width have names instead of numbers. */
function freePort(file: Buffer, port: Field): Buffer {
  const dims = dimsOf(file, port)
  const [name] = inside(file, [port], FIELD.port.name)
  const [tensor] = inside(file, inside(file, [port], FIELD.port.type), 1)
  const [element] = tensor ? inside(file, [tensor], 1) : []
  if (!name || !element || dims.length !== 4) return file.subarray(port.start, port.to)
  const shape = dims.map((dim, index) =>
    message(1, [dim === undefined || index >= SIDES[0] ? bytes(2, `${text(file, name)}_${index}`) : integer(1, dim)]),
  )
  const type = message(1, [integer(1, element.value), message(2, shape)])
  return message(port.number, [bytes(FIELD.port.name, text(file, name)), message(FIELD.port.type, [type])])
}
