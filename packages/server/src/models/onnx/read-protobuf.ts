/** One field of a message: a number, or the range of its bytes. */
export interface Field {
  readonly number: number
  /** The value of an integer. */
  readonly value: number
  /** The start and end of bytes, text or a message; equal for a number. */
  readonly from: number
  readonly to: number
  /** The start of the field itself, including its key and length. */
  readonly start: number
}

/** The fields of the message between two positions of a file, in their order. */
export function* fieldsIn(file: Buffer, from: number, to: number): Generator<Field> {
  let at = from
  const varint = (): number => {
    let [value, unit] = [0, 1]
    for (;;) {
      if (at >= to) throw new Error('the ONNX file is cut off')
      const byte = file[at++] as number
      value += (byte & 0x7f) * unit
      if (byte < 0x80) return value
      unit *= 128
    }
  }
  while (at < to) {
    const start = at
    const key = varint()
    const number = Math.floor(key / 8)
    switch (key % 8) {
      case 0: {
        const value = varint()
        yield { number, value, from: at, to: at, start }
        break
      }
      case 1:
        at += 8
        yield { number, value: 0, from: at, to: at, start }
        break
      case 2: {
        const length = varint()
        const begin = at
        at += length
        if (at > to) throw new Error('the ONNX file is cut off')
        yield { number, value: 0, from: begin, to: at, start }
        break
      }
      case 5:
        at += 4
        yield { number, value: 0, from: at, to: at, start }
        break
      default:
        throw new Error('the ONNX file is damaged')
    }
  }
}

/** Numbers of the fields of onnx.proto that are read or rewritten. */
export const FIELD = {
  model: { graph: 7 },
  graph: { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 },
  node: { input: 1, output: 2, operator: 4, attribute: 5 },
  port: { name: 1, type: 2 },
} as const
