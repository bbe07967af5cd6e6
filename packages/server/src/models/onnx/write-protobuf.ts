/** The parts of the Protocol Buffers encoding that an ONNX file consists of. `field` is the number of a field. */

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

/** Seven bits a byte, least significant first; negative numbers as 64-bit two's complement. */
function varint(value: number): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 0x80 : low)
  } while (rest > 0n)
  return Buffer.from(bytes)
}

const key = (field: number, kind: number): Buffer => varint(field * 8 + kind)

/** An integer: int32, int64, enum. */
export const integer = (field: number, value: number): Buffer => Buffer.concat([key(field, VARINT), varint(value)])

/** A 32-bit floating-point number. */
export function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([key(field, FIXED_32), bytes])
}

/** Text or bytes. */
export function bytes(field: number, value: string | Uint8Array): Buffer {
  const content = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([key(field, LENGTH_DELIMITED), varint(content.byteLength), content])
}

/** A nested message. */
export const message = (field: number, parts: readonly Uint8Array[]): Buffer => bytes(field, Buffer.concat(parts))
