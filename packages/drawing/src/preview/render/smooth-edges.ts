/** Contrast of neighbours, as a share of the brightest and at least in bytes, from which an edge is smoothed. */
const RELATIVE = 0.1
const ABSOLUTE = 9
/** How far along an edge colours are mixed, in pixels. */
const REACH = 6

/** Removes the steps from edges: where neighbours differ, a pixel is mixed with those along the edge (FXAA). */
export function smoothEdges(pixels: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const luma = new Uint8Array(width * height)
  for (let i = 0, p = 0; i < luma.length; i++, p += 4)
    luma[i] = (pixels[p] * 77 + pixels[p + 1] * 151 + pixels[p + 2] * 28) >> 8
  const out = new Uint8ClampedArray(pixels)
  const sample = (x: number, y: number, channel: number): number => {
    const cx = x < 0 ? 0 : x > width - 1.01 ? width - 1.01 : x
    const cy = y < 0 ? 0 : y > height - 1.01 ? height - 1.01 : y
    const x0 = cx | 0
    const y0 = cy | 0
    const u = cx - x0
    const v = cy - y0
    const i = 4 * (y0 * width + x0) + channel
    const below = i + 4 * width
    const upper = pixels[i] + u * (pixels[i + 4] - pixels[i])
    return upper + v * (pixels[below] + u * (pixels[below + 4] - pixels[below]) - upper)
  }
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const m = luma[i]
      const nw = luma[i - width - 1]
      const ne = luma[i - width + 1]
      const sw = luma[i + width - 1]
      const se = luma[i + width + 1]
      const low = Math.min(m, nw, ne, sw, se)
      const high = Math.max(m, nw, ne, sw, se)
      if (high - low < ABSOLUTE || high - low < RELATIVE * high) continue
      let dx = sw + se - nw - ne
      let dy = nw + sw - ne - se
      const reduce = 1 / (Math.min(Math.abs(dx), Math.abs(dy)) + (nw + ne + sw + se) / 32 + 1)
      dx = Math.max(-REACH, Math.min(REACH, dx * reduce))
      dy = Math.max(-REACH, Math.min(REACH, dy * reduce))
      const near = (c: number) => (sample(x - dx / 6, y - dy / 6, c) + sample(x + dx / 6, y + dy / 6, c)) / 2
      const wide = (c: number) =>
        near(c) / 2 + (sample(x - dx * 0.5, y - dy * 0.5, c) + sample(x + dx * 0.5, y + dy * 0.5, c)) / 4
      const [r, g, b] = [wide(0), wide(1), wide(2)]
      const brightness = (r * 77 + g * 151 + b * 28) / 256
      const use = brightness < low || brightness > high ? near : undefined
      out[4 * i] = use ? use(0) : r
      out[4 * i + 1] = use ? use(1) : g
      out[4 * i + 2] = use ? use(2) : b
    }
  }
  return out
}
