/** Bytes that arrive piece by piece. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | ArrayBuffer | string>

/**
 * Reads any source as bytes. `return()` lets go of the source at once, even while a read is waiting:
 * that is why these are not generators, whose `return()` queues behind the waiting read.
 */
export function chunksOf(source: ByteSource): AsyncIterableIterator<Uint8Array> {
  const { next, stop } = 'getReader' in source ? readerOf(source) : iteratorOf(source)
  return {
    async next() {
      const { done, value } = await next()
      return done ? { done: true, value: undefined } : { done: false, value: bytesOf(value) }
    },
    async return() {
      await stop()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

interface Reading {
  next(): Promise<{ done?: boolean | undefined; value?: unknown }>
  stop(): Promise<unknown>
}

// Not every runtime iterates its streams, so they are read by hand.
function readerOf(stream: ReadableStream<Uint8Array>): Reading {
  const reader = stream.getReader()
  return { next: () => reader.read(), stop: () => reader.cancel() }
}

function iteratorOf(source: AsyncIterable<unknown>): Reading {
  const iterator = source[Symbol.asyncIterator]()
  return {
    next: () => iterator.next(),
    async stop() {
      // A Node stream is ended by destroying it; its iterator would wait for the next piece.
      if ('destroy' in source && typeof source.destroy === 'function') source.destroy()
      else await iterator.return?.()
    },
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError('A stream of bytes is needed, and it gave something else.')
}

/** Reads ahead until `bytes` are known. What `head` holds is not lost: `rest` starts with it. */
export async function peek(
  source: AsyncIterator<Uint8Array>,
  bytes: number,
): Promise<{ head: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const read: Uint8Array[] = []
  let length = 0
  let ended = false
  while (length < bytes && !ended) {
    const { done, value } = await source.next()
    if (done) ended = true
    else {
      read.push(value)
      length += value.byteLength
    }
  }
  async function* rest() {
    try {
      yield* read
      while (!ended) {
        const { done, value } = await source.next()
        if (done) return
        yield value
      }
    } finally {
      await source.return?.()
    }
  }
  return { head: joined(read).subarray(0, bytes), rest: rest() }
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.byteLength
  }
  return all
}
