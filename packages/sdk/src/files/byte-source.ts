/** Bytes that arrive piece by piece. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | ArrayBuffer | string>

/**
 * Reads any source as bytes. `return()` lets go of the source at once, even while a read is waiting:
 * that is why these are not generators, whose `return()` queues behind the waiting read.
 */
export function readChunks(source: ByteSource): AsyncIterableIterator<Uint8Array> {
  const iterator = 'getReader' in source ? readerOf(source) : source[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await iterator.next()
      return done ? { done, value } : { done: false, value: await bytesOf(value) }
    },
    async return() {
      // A Node stream is ended by destroying it; its iterator would wait for the next piece.
      if ('destroy' in source && typeof source.destroy === 'function') source.destroy()
      else await iterator.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

// Not every runtime iterates its streams, so they are read by hand.
function readerOf(stream: ReadableStream<unknown>) {
  const reader = stream.getReader()
  return { next: () => reader.read(), return: () => reader.cancel() }
}

/** Whether these are bytes in memory, of whatever type. */
export const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value)

async function bytesOf(chunk: unknown): Promise<Uint8Array> {
  if (chunk instanceof Uint8Array) return chunk
  if (typeof chunk === 'string' || isBytes(chunk)) return readBlob(new Blob([chunk]))
  throw new TypeError('it must give bytes')
}

export const readBlob = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

/** Reads ahead until `bytes` are known. What `head` holds is not lost: `rest` starts with it. */
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
