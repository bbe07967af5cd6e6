import { fromHalf } from './half-float.ts'

/** The files with weights of a TensorFlow.js model, as its `model.json` lists them. */
export interface TfjsManifest {
  readonly paths: readonly string[]
  readonly weights: readonly TfjsEntry[]
}

interface TfjsEntry {
  readonly name: string
  readonly shape: readonly number[]
  readonly dtype: string
  readonly quantization?: { readonly dtype: string }
}

export interface TfjsWeights {
  readonly shape: readonly number[]
  readonly values: Float32Array | Int32Array
}

interface Kind {
  /** Of one number. */
  readonly bytes: number
  numbers(view: DataView, at: number, count: number): Float32Array | Int32Array
}

/** The types that are read. 16-bit floating point is a quantization of 32-bit. */
const FLOAT_32: Kind = {
  bytes: 4,
  numbers: (view, at, length) => Float32Array.from({ length }, (_, i) => view.getFloat32(at + 4 * i, true)),
}
const FLOAT_16: Kind = {
  bytes: 2,
  numbers: (view, at, length) => Float32Array.from({ length }, (_, i) => fromHalf(view.getUint16(at + 2 * i, true))),
}
const INTEGER_32: Kind = {
  bytes: 4,
  numbers: (view, at, length) => Int32Array.from({ length }, (_, i) => view.getInt32(at + 4 * i, true)),
}

/**
 * Reads the weights of a TensorFlow.js model.
 *
 * @param file the files with weights, concatenated
 * @returns the weights of a name; undefined if there are none
 * @throws Error when the file has another length than the list, or weights of another type
 */
export function tfjsWeights(
  manifests: readonly TfjsManifest[],
  file: Uint8Array,
): (name: string) => TfjsWeights | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const entries = new Map<string, { shape: readonly number[]; kind: Kind; at: number; count: number }>()
  let at = 0
  for (const { name, shape, dtype, quantization } of manifests.flatMap(({ weights }) => weights)) {
    const kind = kindOf(dtype, quantization?.dtype)
    if (!kind) throw new Error(`the weights ${name} are ${quantization?.dtype ?? dtype}, which is not read`)
    const count = shape.reduce((product, dim) => product * dim, 1)
    entries.set(name, { shape, kind, at, count })
    at += count * kind.bytes
  }
  if (at !== file.byteLength) throw new Error(`it needs ${at} bytes of weights and has ${file.byteLength}`)

  return (name) => {
    const entry = entries.get(name)
    return entry && { shape: entry.shape, values: entry.kind.numbers(view, entry.at, entry.count) }
  }
}

function kindOf(dtype: string, quantized: string | undefined): Kind | undefined {
  if (dtype === 'int32' && quantized === undefined) return INTEGER_32
  if (dtype !== 'float32') return undefined
  if (quantized === undefined) return FLOAT_32
  return quantized === 'float16' ? FLOAT_16 : undefined
}
