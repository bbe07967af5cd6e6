/**
 * The buffer of a view, if it can be given to another thread instead of copied. A view into a larger buffer, such as the
 * one that Node shares among small buffers, would take its neighbours along.
 */
export const transferableBuffers = ({ buffer, byteLength }: Uint8Array | Float32Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
