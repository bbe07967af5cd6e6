import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { withRuntime } from '../../../test/support/models/model-packages.ts'
import { loadRuntime } from '../thread/onnx-runtime.ts'
import { withDynamicAxes } from './dynamic-axes.ts'
import { bytes, integer, message } from './write-protobuf.ts'

const FLOAT = 1
const port = (field: number, name: string, dims: readonly number[]) =>
  message(field, [
    bytes(1, name),
    message(2, [
      message(1, [
        integer(1, FLOAT),
        message(
          2,
          dims.map((dim) => message(1, [integer(1, dim)])),
        ),
      ]),
    ]),
  ])
const text = (name: string, value: string) => message(5, [bytes(1, name), bytes(4, value), integer(20, 3)])
const node = (operator: string, inputs: readonly string[], output: string, attributes: readonly Buffer[] = []) =>
  message(1, [...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, operator), ...attributes])

/** 64-bit integers as an attribute's tensor. */
const numbers = (values: readonly number[]) => {
  const raw = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) raw.writeBigInt64LE(BigInt(value), 8 * index)
  return message(5, [
    bytes(1, 'value'),
    message(5, [integer(1, values.length), integer(2, 7), bytes(9, raw)]),
    integer(20, 4),
  ])
}

/** Exported for 4x4: negated, and enlarged to 8x8 in the way of exporters, with the sizes in between. */
const fixed = (known = true): Buffer => {
  const graph = [
    node('Neg', ['x'], 'negative'),
    node('Shape', ['negative'], 'shape'),
    node('Constant', [], 'zero', [numbers([0])]),
    node('Constant', [], 'two', [numbers([2])]),
    node('Slice', ['shape', 'zero', 'two'], 'batch'),
    node('Constant', [], 'sides', [numbers([8, 8])]),
    node('Concat', ['batch', 'sides'], 'size', [message(5, [bytes(1, 'axis'), integer(3, 0), integer(20, 2)])]),
    node('Resize', ['negative', '', '', 'size'], 'y', [
      text('mode', 'linear'),
      text('coordinate_transformation_mode', 'half_pixel'),
    ]),
    bytes(2, 'fixed'),
    port(11, 'x', [1, 1, 4, 4]),
    port(12, 'y', [1, 1, 8, 8]),
    ...(known ? [port(13, 'negative', [1, 1, 4, 4])] : []),
  ]
  return Buffer.concat([integer(1, 8), message(7, graph), message(8, [bytes(1, ''), integer(2, 13)])])
}

const ramp = (count: number) => Float32Array.from({ length: count }, (_, index) => index / count)

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  test('at its original size a network computes the same as before', async () => {
    const runtime = loadRuntime({ searchFrom: [fileURLToPath(import.meta.url)] })
    const [before, after] = [await runtime.open(fixed(), 1), await runtime.open(withDynamicAxes(fixed()), 1)]
    const tensor = () => ({ data: ramp(16), dims: [1, 1, 4, 4] })
    expect(await after.run('x', tensor(), 'y')).toEqual(await before.run('x', tensor(), 'y'))
  })

  test('other sizes are accepted only after the conversion', async () => {
    const runtime = loadRuntime({ searchFrom: [fileURLToPath(import.meta.url)] })
    const [before, after] = [await runtime.open(fixed(), 1), await runtime.open(withDynamicAxes(fixed()), 1)]
    expect([before.varies('x'), after.varies('x')]).toEqual([false, true])
    const { dims } = await after.run('x', { data: ramp(60), dims: [1, 1, 6, 10] }, 'y')
    expect(dims).toEqual([1, 1, 12, 20])
    await expect(before.run('x', { data: ramp(60), dims: [1, 1, 6, 10] }, 'y')).rejects.toThrow()
  })
})

test('an enlargement by an unknown factor is refused by name', () => {
  expect(() => withDynamicAxes(fixed(false))).toThrow('the ONNX file does not say by how much negative is enlarged')
})

test('a truncated file is refused', () => {
  expect(() => withDynamicAxes(fixed().subarray(0, 200))).toThrow('cut off')
})
