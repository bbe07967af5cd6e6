/** One channel of a picture as floating-point numbers, rows packed. */
export interface Plane {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
}

export const plane = (width: number, height: number): Plane => ({
  data: new Float32Array(width * height),
  width,
  height,
})

/** Binomial blur (1 4 6 4 1) across and down, borders repeated. */
export const blur = ({ data, width, height }: Plane): Plane => {
  const across = new Float32Array(data.length)
  const padded = new Float32Array(width + 4)
  for (let y = 0; y < height; y++) {
    const row = y * width
    padded.set(data.subarray(row, row + width), 2)
    padded.fill(data[row], 0, 2)
    padded.fill(data[row + width - 1], width + 2)
    let [a, b, c, d] = [padded[0], padded[1], padded[2], padded[3]]
    for (let x = 0; x < width; x++) {
      const e = padded[x + 4]
      across[row + x] = (a + e + 4 * (b + d) + 6 * c) * 0.0625
      a = b
      b = c
      c = d
      d = e
    }
  }
  const result = plane(width, height)
  const out = result.data
  for (let y = 0; y < height; y++) {
    const row = y * width
    const up2 = Math.max(0, y - 2) * width
    const up1 = Math.max(0, y - 1) * width
    const down1 = Math.min(height - 1, y + 1) * width
    const down2 = Math.min(height - 1, y + 2) * width
    for (let x = 0; x < width; x++) {
      out[row + x] =
        (across[up2 + x] + across[down2 + x] + 4 * (across[up1 + x] + across[down1 + x]) + 6 * across[row + x]) * 0.0625
    }
  }
  return result
}
