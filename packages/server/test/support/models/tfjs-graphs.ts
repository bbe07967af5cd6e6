import type { Tensor } from '@tensorflow/tfjs-core'
import { halves } from './nets.ts'

/** A node of a graph; a constant has its value. */
export interface GraphNode {
  readonly op: string
  readonly name: string
  readonly input?: readonly string[]
  readonly attr?: Readonly<Record<string, unknown>>
  readonly value?: Tensor
}

/** A TensorFlow graph with the input `x`, in the files of TensorFlow.js; with `half`, its weights have 16 bits. */
export function drawGraph(shape: readonly number[], nodes: readonly GraphNode[], { half = false } = {}) {
  const constants = nodes.flatMap(({ name, value }) => (value ? [{ name, value }] : []))
  const dim = shape.map((size) => ({ size: String(size) }))
  const x = { name: 'x', op: 'Placeholder', attr: { shape: { shape: { dim } }, dtype: { type: 'DT_FLOAT' } } }
  const node = [x, ...nodes.map(({ value: _, attr = {}, ...one }) => ({ ...one, attr: attributes(attr) }))]
  const weights = constants.map(({ name, value: { shape, dtype } }) => ({
    name,
    shape,
    dtype,
    ...(half && { quantization: { dtype: 'float16', original_dtype: dtype } }),
  }))
  const bytesOf = (value: Tensor): Uint8Array => {
    const numbers = value.dataSync().slice()
    return half ? halves(numbers).subarray(0, 2 * numbers.length) : Buffer.from(numbers.buffer)
  }
  return {
    json: JSON.stringify({
      format: 'graph-model',
      modelTopology: { node },
      weightsManifest: [{ paths: ['weights.bin'], weights }],
    }),
    weights: Buffer.concat(constants.map(({ value }) => bytesOf(value))),
  }
}

const attributes = (given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, one(value)]])),
  )

function one(value: unknown): unknown {
  if (typeof value === 'boolean') return { b: value }
  if (typeof value === 'number') return { i: String(value) }
  if (typeof value === 'string') return value.startsWith('DT_') ? { type: value } : { s: base64(value) }
  const items = value as readonly unknown[]
  return { list: typeof items[0] === 'string' ? { s: items.map(base64) } : { i: items.map(String) } }
}

const base64 = (text: unknown): string => Buffer.from(String(text)).toString('base64')
