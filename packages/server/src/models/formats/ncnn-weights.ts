import { fromHalf } from './half-float.ts'

/** The tag before weights that are stored as 16-bit floating-point numbers. */
const HALF_TAG = 0x01306b47
const FLOAT_TAG = 0

export interface NcnnWeights {
  /** Weights of a layer that are preceded by a tag for their type. */
  tagged(count: number): Float32Array
  /** Numbers that are always 32-bit: biases, slopes. */
  plain(count: number): Float32Array
  /** Bytes that were not read yet. */
  left(): number
}

/**
 * Reads the .bin file of an ncnn model, layer after layer in the order of its .param file.
 *
 * @throws Error when it ends early, or has weights that are neither 16-bit nor 32-bit floating point
 */
export function ncnnWeights(file: Uint8Array): NcnnWeights {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let offset = 0

  const take = (length: number): number => {
    if (offset + length > file.byteLength) throw new Error('the weights end before the last layer')
    const at = offset
    offset += length
    return at
  }
  const plain = (count: number): Float32Array => {
    const at = take(count * 4)
    return Float32Array.from({ length: count }, (_, index) => view.getFloat32(at + index * 4, true))
  }

  return {
    plain,
    tagged(count) {
      const tag = view.getUint32(take(4), true)
      if (tag === FLOAT_TAG) return plain(count)
      if (tag !== HALF_TAG) throw new Error(`weights of an unknown type, 0x${tag.toString(16)}`)
      // Padded to whole 32-bit words.
      const at = take(Math.ceil(count / 2) * 4)
      return Float32Array.from({ length: count }, (_, index) => fromHalf(view.getUint16(at + index * 2, true)))
    },
    left: () => file.byteLength - offset,
  }
}
