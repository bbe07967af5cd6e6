import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { withRuntime } from '../../../test/support/models/model-packages.ts'
import { enlargingNcnn, numbers } from '../../../test/support/models/nets.ts'
import { loadRuntime } from '../thread/onnx-runtime.ts'
import { fromHalf } from './half-float.ts'
import { ncnnToOnnx } from './ncnn-to-onnx.ts'

const HEIGHT = 5
const WIDTH = 7

/** The same network computed directly. */
function directly({ kernel, bias, slopes }: ReturnType<typeof enlargingNcnn>, picture: Float32Array): Float32Array {
  const at = (c: number, y: number, x: number) =>
    y < 0 || x < 0 || y >= HEIGHT || x >= WIDTH ? 0 : picture[(c * HEIGHT + y) * WIDTH + x]!
  const out = new Float32Array(3 * 16 * HEIGHT * WIDTH)
  for (let o = 0; o < 48; o++) {
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        let sum = bias[o]!
        for (let c = 0; c < 3; c++) {
          for (let k = 0; k < 9; k++) {
            sum += kernel[(o * 3 + c) * 9 + k]! * at(c, y + Math.floor(k / 3) - 1, x + (k % 3) - 1)
          }
        }
        if (sum < 0) sum *= slopes[o]!
        const colour = Math.floor(o / 16)
        const row = y * 4 + Math.floor((o % 16) / 4)
        const column = x * 4 + (o % 4)
        out[(colour * HEIGHT * 4 + row) * WIDTH * 4 + column] = sum + at(colour, y, x)
      }
    }
  }
  return out
}

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  it.each([true, false])('a converted network gives the computed sums (16 bits: %s)', async (half) => {
    const net = enlargingNcnn({ half })
    const runtime = loadRuntime({ searchFrom: [fileURLToPath(import.meta.url)] })
    const session = await runtime.open(ncnnToOnnx(net.param, net.bin), 1)
    const picture = numbers(3 * HEIGHT * WIDTH, 9)
    const { data, dims } = await session.run('data', { data: picture, dims: [1, 3, HEIGHT, WIDTH] }, 'output')
    expect(dims).toEqual([1, 3, HEIGHT * 4, WIDTH * 4])
    const expected = directly(net, picture)
    const furthest = data.reduce((most, value, index) => Math.max(most, Math.abs(value - expected[index]!)), 0)
    expect(furthest).toBeLessThan(1e-5)
    await session.release()
  })
})

it('16-bit numbers are read exactly', () => {
  expect([0x0000, 0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff].map(fromHalf)).toEqual([
    0,
    1,
    -2,
    0.333251953125,
    2 ** -24,
    65504,
  ])
  expect(fromHalf(0x7c00)).toBe(Number.POSITIVE_INFINITY)
  expect(fromHalf(0x7e00)).toBeNaN()
})

it('a layer that cannot be converted exactly is refused by name', () => {
  const { param, bin } = enlargingNcnn()
  const with_ = (from: string, to: string) => () => ncnnToOnnx(param.replace(from, to), bin)
  expect(with_('PReLU slopes', 'Swish slopes')).toThrow(/slopes \(Swish\)/)
  expect(with_('4=1 5=1', '3=2 4=1 5=1')).toThrow(/conv \(Convolution\)/)
  expect(with_('0=1 1=4.0', '0=2 1=4.0')).toThrow(/repeat \(Interp\)/)
  expect(with_('7767517', '7767518')).toThrow(/not an ncnn model/)
  expect(with_('7 8', '8 8')).toThrow(/announces 8 layers and has 7/)
  expect(() => ncnnToOnnx(param, bin.subarray(0, 900))).toThrow(/end before/)
  expect(() => ncnnToOnnx(param, Buffer.concat([bin, Buffer.alloc(8)]))).toThrow(/8 bytes of weights/)
})
