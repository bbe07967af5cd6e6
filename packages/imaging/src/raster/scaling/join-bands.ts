import type { Pixels } from '../pixels.ts'

/** Joins bands of rows to a picture, for encoders that need the whole of it. */
export const joinBands = async (
  { width, height, channels }: Omit<Pixels, 'data'>,
  bands: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Pixels> => {
  const data = new Uint8Array(width * height * channels)
  let at = 0
  for await (const band of bands) {
    data.set(band, at)
    at += band.length
  }
  return { data, width, height, channels }
}
