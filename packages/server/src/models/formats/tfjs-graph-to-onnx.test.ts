import { fileURLToPath } from 'node:url'
import * as tf from '@tensorflow/tfjs-core'
import { withRuntime } from '../../../test/support/models/model-packages.ts'
import '@tensorflow/tfjs-backend-cpu'
import { describe, expect, it } from 'vitest'
import { numbers } from '../../../test/support/models/nets.ts'
import { drawGraph, type GraphNode } from '../../../test/support/models/tfjs-graphs.ts'
import { loadRuntime } from '../thread/onnx-runtime.ts'
import { tfjsGraphToOnnx } from './tfjs-graph-to-onnx.ts'

type Picture = tf.Tensor4D

const [HEIGHT, WIDTH] = [9, 6]
const input = () => tf.tensor4d(numbers(HEIGHT * WIDTH * 2, 7), [1, HEIGHT, WIDTH, 2])
const kernel = (seed: number, ...dims: [number, number, number, number]) =>
  tf.tensor4d(
    numbers(
      dims.reduce((product, dim) => product * dim),
      seed,
    ),
    dims,
  )
const list = (...values: number[]) => tf.tensor1d(values)
const ints = (...values: number[]) => tf.tensor1d(values, 'int32')
const strides = (rows: number, columns = rows) => [1, rows, columns, 1]
const conv = { padding: 'SAME', data_format: 'NHWC', strides: strides(1), dilations: strides(1) }

/** Nodes after the input `x`, whose last one is the output, and the same by TensorFlow.js. */
interface Case {
  readonly nodes: readonly GraphNode[]
  readonly same: (x: Picture) => tf.Tensor
}

const CASES: Readonly<Record<string, Case>> = {
  'a convolution with an odd padding, a bias and an activation': {
    nodes: [
      { op: 'Const', name: 'k', value: kernel(1, 4, 2, 2, 4) },
      { op: 'Const', name: 'b', value: list(0.5, -0.25, 0, 1) },
      {
        op: '_FusedConv2D',
        name: 'y',
        input: ['x', 'k', 'b'],
        attr: { ...conv, strides: strides(2, 1), fused_ops: ['BiasAdd', 'Relu6'], num_args: 1, epsilon: 0 },
      },
    ],
    same: (x) => tf.relu6(tf.add(tf.conv2d(x, kernel(1, 4, 2, 2, 4), [2, 1], 'same'), list(0.5, -0.25, 0, 1))),
  },
  'a convolution without a padding, and one with a dilation': {
    nodes: [
      { op: 'Const', name: 'k', value: kernel(1, 2, 3, 2, 3) },
      { op: 'Const', name: 'l', value: kernel(2, 3, 3, 3, 2) },
      { op: 'Conv2D', name: 'first', input: ['x', 'k'], attr: { ...conv, padding: 'VALID' } },
      { op: 'Conv2D', name: 'y', input: ['first', 'l'], attr: { ...conv, dilations: strides(2) } },
    ],
    same: (x) =>
      tf.conv2d(tf.conv2d(x, kernel(1, 2, 3, 2, 3), 1, 'valid'), kernel(2, 3, 3, 3, 2), 1, 'same', 'NHWC', 2),
  },
  'convolutions of each channel, with several results for each': {
    nodes: [
      { op: 'Const', name: 'k', value: kernel(1, 3, 3, 2, 3) },
      { op: 'Const', name: 'l', value: kernel(2, 5, 5, 6, 1) },
      { op: 'Const', name: 'b', value: list(1, 0, 0.5, -1, 0.25, 0) },
      { op: 'DepthwiseConv2dNative', name: 'first', input: ['x', 'k'], attr: { ...conv, strides: strides(2) } },
      {
        op: 'FusedDepthwiseConv2dNative',
        name: 'y',
        input: ['first', 'l', 'b'],
        attr: { ...conv, fused_ops: ['BiasAdd', 'Relu'], num_args: 1 },
      },
    ],
    same: (x) => {
      const first = tf.depthwiseConv2d(x, kernel(1, 3, 3, 2, 3), 2, 'same')
      const second = tf.depthwiseConv2d(first, kernel(2, 5, 5, 6, 1), 1, 'same')
      return tf.relu(tf.add(second, list(1, 0, 0.5, -1, 0.25, 0)))
    },
  },
  'sums and products with numbers, channels, rows and each other': {
    nodes: [
      { op: 'Const', name: 'three', value: tf.scalar(3) },
      { op: 'Const', name: 'channels', value: list(0.5, 2) },
      { op: 'Const', name: 'rows', value: tf.tensor(numbers(HEIGHT, 3), [1, HEIGHT, 1, 1]) },
      { op: 'Add', name: 'a', input: ['three', 'x'] },
      { op: 'Relu6', name: 'r', input: ['a'] },
      { op: 'Mul', name: 'm', input: ['r', 'channels'], attr: { _hint: true } },
      { op: 'AddV2', name: 's', input: ['m', 'rows'] },
      { op: 'Mul', name: 't', input: ['s', 'x'] },
      { op: 'BiasAdd', name: 'y', input: ['t', 'channels'], attr: { data_format: 'NHWC' } },
    ],
    same: (x) => {
      const rows = tf.tensor(numbers(HEIGHT, 3), [1, HEIGHT, 1, 1])
      const product = tf.mul(tf.relu6(tf.add(x, 3)), list(0.5, 2))
      return tf.add(tf.mul(tf.add(product, rows), x), list(0.5, 2))
    },
  },
  'means over the sides, kept and not': {
    nodes: [
      { op: 'Const', name: 'sides', value: ints(1, 2) },
      { op: 'Const', name: 'width', value: ints(-2) },
      { op: 'Const', name: 'channels', value: ints(-1) },
      { op: 'Mean', name: 'narrow', input: ['x', 'width'], attr: { keep_dims: true } },
      { op: 'Sigmoid', name: 'gate', input: ['narrow'] },
      { op: 'Mul', name: 'gated', input: ['x', 'gate'] },
      { op: 'Mean', name: 'flat', input: ['gated', 'channels'], attr: { keep_dims: false } },
      { op: 'Identity', name: 'y', input: ['flat'] },
    ],
    same: (x) => tf.mean(tf.mul(x, tf.sigmoid(tf.mean(x, 2, true))), 3),
  },
  'a maximum of neighbours': {
    nodes: [
      {
        op: 'MaxPool',
        name: 'y',
        input: ['x'],
        attr: { ...conv, dilations: undefined, ksize: strides(4, 3), strides: strides(2) },
      },
    ],
    same: (x) => tf.maxPool(x, [4, 3], 2, 'same'),
  },
  'a resize to other sides': {
    nodes: [
      { op: 'Const', name: 'size', value: ints(20, 4) },
      {
        op: 'ResizeBilinear',
        name: 'y',
        input: ['x', 'size'],
        attr: { align_corners: false, half_pixel_centers: false },
      },
    ],
    same: (x) => tf.image.resizeBilinear(x, [20, 4]),
  },
  'a resize with corners on corners': {
    nodes: [
      { op: 'Const', name: 'size', value: ints(20, 4) },
      { op: 'ResizeBilinear', name: 'y', input: ['x', 'size'], attr: { align_corners: true } },
    ],
    same: (x) => tf.image.resizeBilinear(x, [20, 4], true),
  },
  'a resize with centres on centres': {
    nodes: [
      { op: 'Const', name: 'size', value: ints(20, 4) },
      { op: 'ResizeBilinear', name: 'y', input: ['x', 'size'], attr: { half_pixel_centers: true } },
    ],
    same: (x) => tf.image.resizeBilinear(x, [20, 4], false, true),
  },
  'a picture beside others, by channels and by rows': {
    nodes: [
      { op: 'Const', name: 'channels', value: ints(-1) },
      { op: 'Const', name: 'rows', value: ints(1) },
      { op: 'Const', name: 'constant', value: kernel(4, 1, 2, WIDTH, 4) },
      { op: 'Relu', name: 'r', input: ['x'] },
      { op: 'ConcatV2', name: 'wide', input: ['x', 'r', 'channels'], attr: { N: 2 } },
      { op: 'ConcatV2', name: 'y', input: ['wide', 'constant', 'rows'], attr: { N: 2 } },
    ],
    same: (x) => tf.concat([tf.concat([x, tf.relu(x)], 3), kernel(4, 1, 2, WIDTH, 4)], 1),
  },
  'a picture as a list, and a list as a picture': {
    nodes: [
      { op: 'Const', name: 'list', value: ints(1, -1) },
      { op: 'Const', name: 'picture', value: ints(1, 6, -1, 3) },
      { op: 'Reshape', name: 'flat', input: ['x', 'list'] },
      { op: 'Relu', name: 'r', input: ['flat'] },
      { op: 'Reshape', name: 'y', input: ['r', 'picture'] },
    ],
    same: (x) => tf.reshape(tf.relu(x), [1, 6, 6, 3]),
  },
}

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  it.each(Object.keys(CASES))('%s gives what TensorFlow.js gives', async (name) => {
    const { nodes, same } = CASES[name]!
    const { json, weights } = drawGraph([1, HEIGHT, WIDTH, 2], nodes)
    const results = await run(tfjsGraphToOnnx(json, weights, ['y']), ['y'])
    expectSame(results[0], same(input()))
  })

  it('a graph with weights of 16 bits is cut at its outputs, and what comes after them is not converted', async () => {
    const { json, weights } = drawGraph(
      [1, HEIGHT, WIDTH, 2],
      [
        { op: 'Const', name: 'l', value: list(0.5, -0.25) },
        { op: 'Mul', name: 'second', input: ['x', 'l'] },
        { op: 'Sigmoid', name: 'first', input: ['second:0'] },
        { op: 'TopKV2', name: 'last', input: ['first'] },
      ],
      { half: true },
    )
    const [first, second] = await run(tfjsGraphToOnnx(json, weights, ['first', 'second']), ['first', 'second'])
    const product = tf.mul(input(), list(0.5, -0.25))
    expectSame(first, tf.sigmoid(product))
    expectSame(second, product)
  })
})

/** Runs a network on the same picture with its channels first. */
async function run(onnx: Buffer, [output = '', ...further]: readonly string[]) {
  const session = await loadRuntime({ searchFrom: [fileURLToPath(import.meta.url)] }).open(onnx, 1)
  const data = Float32Array.from(await tf.transpose(input(), [0, 3, 1, 2]).data())
  const { further: others = [], ...first } = await session.run(
    'x',
    { data, dims: [1, 2, HEIGHT, WIDTH] },
    output,
    further,
  )
  await session.release()
  return [first, ...others]
}

function expectSame(found: { data: Float32Array; dims: readonly number[] } | undefined, wanted: tf.Tensor): void {
  const first = wanted.rank === 4 ? tf.transpose(wanted, [0, 3, 1, 2]) : wanted
  expect(found?.dims).toEqual(first.shape)
  const values = first.dataSync()
  const furthest = found!.data.reduce((most, value, i) => Math.max(most, Math.abs(value - values[i]!)), 0)
  expect(furthest).toBeLessThan(1e-5)
}

describe('what cannot be converted exactly is refused by name', () => {
  const k: GraphNode = { op: 'Const', name: 'k', value: kernel(1, 3, 3, 2, 4) }
  const converting = (...nodes: GraphNode[]) => {
    const { json, weights } = drawGraph([1, HEIGHT, WIDTH, 2], nodes)
    return () => tfjsGraphToOnnx(json, weights, ['y'])
  }
  const convolution = (attr: Record<string, unknown>, op = 'Conv2D') =>
    converting(k, { op, name: 'y', input: ['x', 'k'], attr: { ...conv, ...attr } })

  it.each<[string, () => unknown, RegExp]>([
    ['an operator', converting({ op: 'TopKV2', name: 'y', input: ['x'] }), /^y \(TopKV2\) cannot be converted/],
    ['an attribute', convolution({ groups: 2 }), /^y \(Conv2D\) .*attribute groups/],
    ['a padding', convolution({ padding: 'EXPLICIT' }), /padding EXPLICIT/],
    ['a kernel that is too large', convolution({ padding: 'VALID', dilations: [1, 4, 4, 1] }), /does not fit 9x6/],
    ['explicit paddings', convolution({ explicit_paddings: [0, 0, 1, 1, 1, 1, 0, 0] }), /explicit paddings/],
    ['a data format', convolution({ data_format: 'NCHW' }), /data format is NCHW/],
    ['strides over channels', convolution({ strides: [1, 1, 1, 2] }), /strides is 1, 1, 1, 2/],
    ['a fused operator', convolution({ fused_ops: ['FusedBatchNorm'] }, '_FusedConv2D'), /fused FusedBatchNorm/],
    ['a fused activation', convolution({ fused_ops: ['BiasAdd', 'Elu'] }, '_FusedConv2D'), /fused BiasAdd, Elu/],
    ['a missing bias', convolution({ fused_ops: ['BiasAdd'] }, '_FusedConv2D'), /2 inputs/],
    ['another type', converting({ op: 'Relu', name: 'y', input: ['x'], attr: { T: 'DT_HALF' } }), /DT_HALF/],
    ['a missing node', converting({ op: 'Relu', name: 'y', input: ['gone'] }), /no gone/],
    ['a control input', converting({ op: 'Relu', name: 'y', input: ['x', '^x'] }), /no \^x/],
    [
      'a mean over one side',
      converting({ op: 'Const', name: 'a', value: ints(1) }, { op: 'Mean', name: 'y', input: ['x', 'a'] }),
      /one side of a picture/,
    ],
    ['sizes that do not fit', converting(k, { op: 'Add', name: 'y', input: ['x', 'k'] }), /do not fit/],
  ])('%s', (_, convert, message) => {
    expect(convert).toThrow(message)
  })

  it('weights that are missing, cut off or of another kind, and another kind of model', () => {
    const { json, weights } = drawGraph(
      [1, HEIGHT, WIDTH, 2],
      [k, { op: 'Conv2D', name: 'y', input: ['x', 'k'], attr: conv }],
    )
    const given = (from: string, to: string) => () => tfjsGraphToOnnx(json.replace(from, to), weights, ['y'])
    expect(() => tfjsGraphToOnnx(json, weights.subarray(4), ['y'])).toThrow(/bytes of weights/)
    expect(given('"dtype":"float32"', '"dtype":"complex64"')).toThrow(/weights k are complex64/)
    expect(given('"name":"k","shape"', '"name":"l","shape"')).toThrow(/k \(Const\) has no weights/)
    expect(given('graph-model', 'layers-model')).toThrow(/not a graph model/)
    expect(() => tfjsGraphToOnnx(drawGraph([-1, 4, 4, 3], []).json, Buffer.alloc(0), ['x'])).toThrow(/fixed size/)
  })
})
