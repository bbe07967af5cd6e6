import type { Pixels } from './pixels.ts'

/**
 * Composites a picture over white, for a format without transparency. It works in place and returns a part of the same
 * buffer, because a second buffer of a large picture takes too much memory.
 */
export const flattenAlpha = (pixels: Pixels): Pixels => {
  const { data, width, height, channels } = pixels
  if (channels === 3) return pixels
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const share = data[from + 3] / 255
    for (let c = 0; c < 3; c++) data[to + c] = 255 + (data[from + c] - 255) * share + 0.5
  }
  return { data: data.subarray(0, width * height * 3), width, height, channels: 3 }
}
