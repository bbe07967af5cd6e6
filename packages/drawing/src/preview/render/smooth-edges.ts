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
      addSample(pixels, width, height, x - dx / 6, y - dy / 6, NEAR, true)
      addSample(pixels, width, height, x + dx / 6, y + dy / 6, NEAR, false)
      addSample(pixels, width, height, x - dx / 2, y - dy / 2, FAR, true)
      addSample(pixels, width, height, x + dx / 2, y + dy / 2, FAR, false)
      const red = (NEAR[0] + FAR[0]) / 4
      const green = (NEAR[1] + FAR[1]) / 4
      const blue = (NEAR[2] + FAR[2]) / 4
      const brightness = (red * 77 + green * 151 + blue * 28) / 256
      // What the wide mix brings in from beyond the edge shows in its brightness; then the narrow one is used.
      const beyond = brightness < low || brightness > high
      out[4 * i] = beyond ? NEAR[0] / 2 : red
      out[4 * i + 1] = beyond ? NEAR[1] / 2 : green
      out[4 * i + 2] = beyond ? NEAR[2] / 2 : blue
    }
  }
  return out
}

/** Sums of two samples, written anew at every pixel. */
const NEAR = new Float32Array(3)
const FAR = new Float32Array(3)

/** Adds the colour between four pixels to a sum, or begins one. */
function addSample(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  x: number,
  y: number,
  sum: Float32Array,
  begin: boolean,
): void {
  const cx = Math.max(0, Math.min(x, width - 1.01))
  const cy = Math.max(0, Math.min(y, height - 1.01))
  const x0 = cx | 0
  const y0 = cy | 0
  const u = cx - x0
  const v = cy - y0
  for (let channel = 0, i = 4 * (y0 * width + x0); channel < 3; channel++, i++) {
    const below = i + 4 * width
    const upper = pixels[i] + u * (pixels[i + 4] - pixels[i])
    const value = upper + v * (pixels[below] + u * (pixels[below + 4] - pixels[below]) - upper)
    sum[channel] = begin ? value : sum[channel] + value
  }
}
