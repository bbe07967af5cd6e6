/** Bytes that arrive in chunks. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | ArrayBuffer | string>

/**
 * Reads any source as bytes. `return()` releases the source at once, even during a pending read.
 * A generator cannot do that, because its `return()` queues behind the pending read.
 */
export function readChunks(source: ByteSource): AsyncIterableIterator<Uint8Array> {
  const iterator = 'getReader' in source ? readerOf(source) : source[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await iterator.next()
      return done ? { done, value } : { done: false, value: await bytesOf(value) }
    },
    async return() {
      // A Node stream has to be destroyed, because its iterator would wait for the next chunk.
      if ('destroy' in source && typeof source.destroy === 'function') source.destroy()
      else await iterator.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

// Not every runtime has async iterators on its streams, so a reader is used.
function readerOf(stream: ReadableStream<unknown>) {
  const reader = stream.getReader()
  return { next: () => reader.read(), return: () => reader.cancel() }
}

/** Whether the value is bytes in memory, of any type. */
export const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value)

async function bytesOf(chunk: unknown): Promise<Uint8Array> {
  if (chunk instanceof Uint8Array) return chunk
  if (typeof chunk === 'string' || isBytes(chunk)) return readBlob(new Blob([chunk]))
  throw new TypeError('it must give bytes')
}

export const readBlob = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

/** Reads the first bytes of a source. `rest` gives the whole source, including `head`. */
export async function peek(
  source: AsyncIterableIterator<Uint8Array>,
  bytes: number,
): Promise<{ head: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const read: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  let ended = false
  while (length < bytes && !ended) {
    const { done, value } = await source.next()
    if (done) ended = true
    else {
      read.push(value as Uint8Array<ArrayBuffer>)
      length += value.byteLength
    }
  }
  async function* rest() {
    try {
      yield* read
      if (!ended) yield* source
    } finally {
      await source.return?.()
    }
  }
  return { head: await readBlob(new Blob(read).slice(0, bytes)), rest: rest() }
}
