/** Mean over a square window, cropped at the borders. It uses running sums, so its cost does not depend on the radius. */
export const boxMean = (source: Float32Array, width: number, height: number, radius: number): Float32Array => {
  const across = new Float32Array(source.length)
  const spans = Float64Array.from(
    { length: width },
    (_, x) => Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1,
  )
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += source[row + x]
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += source[row + x + radius]
      if (x - radius - 1 >= 0) sum -= source[row + x - radius - 1]
      across[row + x] = sum / spans[x]
    }
  }
  const result = new Float32Array(source.length)
  const sums = new Float64Array(width)
  for (let y = 0; y < Math.min(radius, height); y++) {
    for (let x = 0; x < width; x++) sums[x] += across[y * width + x]
  }
  for (let y = 0; y < height; y++) {
    const enters = y + radius
    const leaves = y - radius - 1
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1
    for (let x = 0; x < width; x++) {
      let sum = sums[x]
      if (enters < height) sum += across[enters * width + x]
      if (leaves >= 0) sum -= across[leaves * width + x]
      sums[x] = sum
      result[y * width + x] = sum / rows
    }
  }
  return result
}
