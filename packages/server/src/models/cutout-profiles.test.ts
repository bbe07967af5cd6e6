import { expect, test } from 'vitest'
import { type CutoutGraph, cutoutProfile } from './cutout-profiles.ts'

const SQUARE: CutoutGraph = { inputs: ['x'], outputs: ['y'], shape: [1, 3, 1024, 1024], outputType: 'float32' }

test.each([
  ['u2net.onnx', 'u2net'],
  ['u2netp.onnx', 'u2net'],
  ['u2net_human_seg.onnx', 'u2net'],
  ['silueta.onnx', 'u2net'],
  ['isnet-general-use.onnx', 'isnet'],
  ['BiRefNet-general-epoch_244.onnx', 'birefnet'],
  ['BiRefNet-general-bb_swin_v1_tiny-epoch_232.onnx', 'birefnet'],
  ['BiRefNet-portrait-epoch_150.onnx', 'birefnet'],
  ['BiRefNet-DIS-epoch_590.onnx', 'birefnet'],
  ['RMBG-1.4.onnx', 'rmbg-1.4'],
  ['rmbg_v1.4_fp16.onnx', 'rmbg-1.4'],
  ['bria-rmbg-2.0.onnx', 'rmbg-2.0'],
  ['bria-rmbg.onnx', 'rmbg-2.0'],
  ['BEN2_Base.onnx', 'ben2'],
  ['InSPyReNet.onnx', 'inspyrenet'],
  ['model.onnx', 'plain'],
])('a file named %s is read as %s', (name, family) => {
  expect(cutoutProfile(SQUARE, name).family).toBe(family)
})

test.each<[string, Partial<CutoutGraph>]>([
  ['birefnet', { inputs: ['input_image'], outputs: ['output_image'] }],
  ['rmbg-2.0', { inputs: ['pixel_values'], outputs: ['alphas'] }],
  ['ben2', { outputType: 'float16' }],
  ['u2net', { shape: ['batch', 3, 320, 320] }],
])('a file without a telling name is read as %s by its graph', (family, graph) => {
  expect(cutoutProfile({ ...SQUARE, ...graph }, 'model.onnx').family).toBe(family)
})

test('what the operator says counts more than the name, and what is no family is refused with those that there are', () => {
  expect(cutoutProfile(SQUARE, 'u2net.onnx', 'isnet').family).toBe('isnet')
  expect(() => cutoutProfile(SQUARE, 'u2net.onnx', 'unet')).toThrow(/"unet" is no family .* birefnet, .* plain$/)
})
