/**
 * The buffer of a view if it can be transferred to another thread instead of copied. Transferring a view into a larger
 * buffer, such as the one that Node shares among small buffers, would also transfer unrelated bytes.
 */
export const transferableBuffers = ({ buffer, byteLength }: Uint8Array | Float32Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
