/** The size of all pieces of a file but its last. */
export const PIECE_BYTES = 4 * 1024 * 1024

/** Bytes in pieces of one size. The last one is smaller, and a file without bytes has none. */
export async function* cutIntoPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      const part = rest.subarray(0, PIECE_BYTES - size)
      rest = rest.subarray(part.length)
      kept.push(part)
      size += part.length
      if (size < PIECE_BYTES) continue
      yield Buffer.concat(kept)
      kept = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(kept)
}
