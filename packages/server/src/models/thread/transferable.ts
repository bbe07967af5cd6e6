import threads from 'node:worker_threads'

/** Node 20 does not have it. There, what cannot be transferred is copied without a word. */
const { isMarkedAsUntransferable = () => false } = threads as {
  isMarkedAsUntransferable?: (object: object) => boolean
}

/**
 * Numbers whose buffer can be transferred to another thread: the same ones if possible, otherwise a copy. Transferring a
 * view into a larger buffer would also transfer unrelated bytes. Memory that a native module made cannot be transferred.
 *
 * @example
 * const sent = transferable(bytes)
 * port.postMessage(sent, [sent.buffer])
 */
export function transferable<View extends Uint8Array | Float32Array>(view: View): View & { buffer: ArrayBuffer } {
  const { buffer, byteLength } = view
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer)
  const sent = isOwn ? view : view instanceof Float32Array ? new Float32Array(view) : new Uint8Array(view)
  return sent as View & { buffer: ArrayBuffer }
}
