const MAGIC = '7767517'

/** One layer of an ncnn model: a line of its .param file. */
export interface NcnnLayer {
  readonly type: string
  readonly name: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** A parameter by its number; 0 when it is not given. */
  parameter(id: number): number
}

/**
 * Reads the .param file of an ncnn model.
 *
 * @throws Error when it is not such a file, or a line cannot be read
 */
export function ncnnLayers(text: string): NcnnLayer[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines[0]?.trim() !== MAGIC) throw new Error('it is not an ncnn model')
  const count = Number(lines[1]?.trim().split(/\s+/)[0])
  const layers = lines.slice(2).map(layerOf)
  if (layers.length !== count) throw new Error(`it announces ${count} layers and has ${layers.length}`)
  return layers
}

function layerOf(line: string): NcnnLayer {
  const [type = '', name = '', ins, outs, ...rest] = line.trim().split(/\s+/)
  const inputs = rest.slice(0, Number(ins))
  const outputs = rest.slice(inputs.length, inputs.length + Number(outs))
  const pairs = rest.slice(inputs.length + outputs.length).map((pair) => {
    const [id, value] = pair.split('=')
    return [Number(id), Number(value)] as const
  })
  const parameters = new Map(pairs)
  if (inputs.length !== Number(ins) || outputs.length !== Number(outs) || pairs.some((pair) => pair.some(Number.isNaN)))
    throw new Error(`a layer that cannot be read: ${line.trim()}`)
  return { type, name, inputs, outputs, parameter: (id) => parameters.get(id) ?? 0 }
}
