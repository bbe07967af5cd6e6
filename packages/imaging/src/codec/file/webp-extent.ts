const HEADER = 12
const CHUNK_HEADER = 8
/** The chunks of a WebP file; those that hold pixels come first. */
const PIXELS = ['VP8 ', 'VP8L', 'ANMF']
const CHUNKS = [...PIXELS, 'VP8X', 'ALPH', 'ANIM', 'ICCP', 'EXIF', 'XMP ']

/**
 * Where a WebP file ends: where its header says, if its chunks end there, or else behind its last whole chunk. Some programs
 * write a wrong length, or leave it at zero because they do not know it yet, and viewers do not care. It may be a byte beyond
 * the file, which pads the last chunk. Undefined if no pixels are whole.
 *
 * @example webpExtent(await readFile('dish.webp'))
 */
export const webpExtent = (file: Uint8Array): number | undefined => {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const size = view.getUint32(4, true)
  const announced = 8 + size + (size & 1)
  let end: number | undefined
  let areAllKnown = true
  let hasPixels = false
  for (let at = HEADER; at !== announced || !hasPixels; ) {
    if (at + CHUNK_HEADER > file.length) return end
    const name = String.fromCharCode(...file.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    if (at + CHUNK_HEADER + length > file.length) return end
    at += CHUNK_HEADER + length + (length & 1)
    hasPixels ||= PIXELS.includes(name)
    areAllKnown &&= CHUNKS.includes(name)
    if (areAllKnown && hasPixels) end = at
  }
  return announced
}
