import { open } from 'node:fs/promises'

const TAIL = 64

/**
 * Whether a picture is there to its end, as far as its format says so. A program that copies may set the size first and
 * write the bytes later.
 */
export async function isWhole(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await bytesAt(0, Math.min(16, size))
    const tail = await bytesAt(Math.max(0, size - TAIL), Math.min(TAIL, size))
    if (size === 0 || head.every((byte) => byte === 0)) return false
    if (head[0] === 0xff && head[1] === 0xd8) return tail.includes(Buffer.from([0xff, 0xd9]))
    if (head.subarray(1, 4).toString('latin1') === 'PNG') return tail.includes('IEND')
    if (head.subarray(0, 4).toString('latin1') === 'RIFF') return size >= head.readUInt32LE(4) + 8
    // What ends in nothing but zeros is still being written.
    return tail.some((byte) => byte !== 0)
  } finally {
    await file.close()
  }

  async function bytesAt(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  }
}
