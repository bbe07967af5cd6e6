import { fileURLToPath } from 'node:url'
import * as tf from '@tensorflow/tfjs-core'
import { withRuntime } from '../../../test/support/models/model-packages.ts'
import '@tensorflow/tfjs-backend-cpu'
import * as layers from '@tensorflow/tfjs-layers'
import { describe, expect, it } from 'vitest'
import { numbers } from '../../../test/support/models/nets.ts'
import { loadRuntime } from '../thread/onnx-runtime.ts'
import { kerasToOnnx } from './keras-to-onnx.ts'

const HEIGHT = 6
const WIDTH = 5

/** A network with every kind of convertible layer, as TensorFlow.js saves it. */
async function saved(activation: 'linear' | 'tanh' = 'linear') {
  const input = layers.input({ shape: [null, null, 3], name: 'low' })
  const conv = (name: string, filters: number, size: number, padding: 'same' | 'valid') =>
    layers.layers.conv2d({ name, filters, kernelSize: size, padding, activation, useBias: true })
  const first = conv('first', 4, 3, 'same').apply(input) as layers.SymbolicTensor
  const bent = layers.layers.activation({ name: 'bent', activation: 'relu' }).apply(first) as layers.SymbolicTensor
  const both = layers.layers.concatenate({ name: 'both', axis: 3 }).apply([bent, first]) as layers.SymbolicTensor
  const mixed = conv('mixed', 4, 1, 'valid').apply(both) as layers.SymbolicTensor
  const sum = layers.layers.add({ name: 'sum' }).apply([mixed, first, bent]) as layers.SymbolicTensor
  const large = layers.layers.upSampling2d({ name: 'large', size: [4, 4] }).apply(sum) as layers.SymbolicTensor
  const model = layers.model({
    inputs: input,
    outputs: conv('high', 3, 3, 'same').apply(large) as layers.SymbolicTensor,
  })
  model.setWeights(
    model.getWeights().map(({ shape }, index) => tf.tensor(numbers(tf.util.sizeFromShape(shape), index + 1), shape)),
  )
  let json = ''
  let weights = Buffer.alloc(0)
  await model.save({
    save: async ({ modelTopology, weightSpecs, weightData }) => {
      const weightsManifest = [{ paths: ['weights.bin'], weights: weightSpecs }]
      // Layers created here have one wrapper less than those saved by Python.
      const topology = { model_config: modelTopology }
      json = JSON.stringify({ format: 'layers-model', modelTopology: topology, weightsManifest })
      weights = Buffer.from(weightData as ArrayBuffer)
      return { modelArtifactsInfo: { dateSaved: new Date(0), modelTopologyType: 'JSON' } }
    },
  })
  return { model, json, weights }
}

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  it('a converted network gives the same result as TensorFlow', async () => {
    const { model, json, weights } = await saved()
    const picture = numbers(HEIGHT * WIDTH * 3, 5)
    const expected = await (model.predict(tf.tensor(picture, [1, HEIGHT, WIDTH, 3])) as tf.Tensor).data()

    const planes = new Float32Array(picture.length)
    for (let i = 0; i < HEIGHT * WIDTH; i++)
      for (let c = 0; c < 3; c++) planes[c * HEIGHT * WIDTH + i] = picture[i * 3 + c]!
    const runtime = loadRuntime({ searchFrom: [fileURLToPath(import.meta.url)] })
    const session = await runtime.open(kerasToOnnx(json, weights), 1)
    const { data, dims } = await session.run('low', { data: planes, dims: [1, 3, HEIGHT, WIDTH] }, 'high')
    expect(dims).toEqual([1, 3, HEIGHT * 4, WIDTH * 4])
    const pixels = HEIGHT * WIDTH * 16
    const furthest = data.reduce(
      (most, value, index) =>
        Math.max(most, Math.abs(value - expected[(index % pixels) * 3 + Math.floor(index / pixels)]!)),
      0,
    )
    expect(furthest).toBeLessThan(1e-5)
    await session.release()
  })
})

it('a layer that cannot be converted exactly is refused by name', async () => {
  const { json, weights } = await saved('tanh')
  expect(() => kerasToOnnx(json, weights)).toThrow(/first \(Conv2D\)/)
  expect(() => kerasToOnnx(json, weights.subarray(4))).toThrow(/bytes of weights/)
  expect(() => kerasToOnnx(json.replace('layers-model', 'graph-model'), weights)).toThrow(/not a layers model/)
})
