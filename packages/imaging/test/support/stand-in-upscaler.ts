import type { Network } from '../../src/network-port.ts'

/**
 * A network that enlarges 4x by repeating the mean of 5 x 5 pixels with a share of the pixel itself. Like a real one it
 * depends on the surroundings, and treats everything outside as black.
 *
 * @param flat leaves the pixel itself out
 */
export const fakeUpscaler = ({ gain = 1, offset = 0, flat = false, engine = 'fake-x4' } = {}): Network => ({
  engine,
  async run({ data, dims }) {
    const [, , height = 0, width = 0] = dims
    const out = new Float32Array(3 * height * width * 16)
    for (let c = 0; c < 3; c++) {
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          let sum = 0
          for (let dy = -2; dy <= 2; dy++) {
            for (let dx = -2; dx <= 2; dx++) {
              const inside = y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width
              if (inside) sum += data[(c * height + y + dy) * width + x + dx]
            }
          }
          const mean = sum / 25
          const here = data[(c * height + y) * width + x]
          const value = gain * (flat ? mean : 1.5 * here - 0.5 * mean) + offset
          for (let i = 0; i < 16; i++) out[(c * 4 * height + 4 * y + (i >> 2)) * 4 * width + 4 * x + (i & 3)] = value
        }
      }
    }
    return { data: out, dims: [1, 3, 4 * height, 4 * width] }
  },
})
