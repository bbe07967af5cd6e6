/** A box of an ISO base media file: its type and the range of its body. */
export interface HeifBox {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** The structure of the file is damaged. Callers translate it into an ImageError that names the format. */
export class MalformedBox extends Error {}

const BOX_HEADER = 8
const LARGE_HEADER = 16
/** Most boxes at one level; real files have a few dozen. */
const MAX_BOXES = 10_000
const MAX_TEXT_LENGTH = 1_000

/** Reads numbers one after the other from a range, and throws {@link MalformedBox} at its end. */
export const createBoxReader = (file: Uint8Array, start: number, end: number) => {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  let at = start
  const take = (count: number): number => {
    if (count > end - at) throw new MalformedBox('a box ends early')
    at += count
    return at - count
  }
  const u8 = () => view.getUint8(take(1))
  const u16 = () => view.getUint16(take(2))
  const u32 = () => view.getUint32(take(4))
  return {
    u8,
    u16,
    u32,
    /** A number of 0, 1, 2, 4 or 8 bytes. */
    sized(bytes: number): number {
      if (bytes === 0) return 0
      if (bytes === 8) return u32() * 2 ** 32 + u32()
      return bytes === 4 ? u32() : bytes === 2 ? u16() : u8()
    },
    name: (): string => String.fromCharCode(u8(), u8(), u8(), u8()),
    /** Version and flags, with which many boxes begin. */
    version(): { version: number; flags: number } {
      const word = u32()
      return { version: word >>> 24, flags: word & 0xffffff }
    },
    text(): string {
      let text = ''
      while (at < end) {
        const sign = u8()
        if (sign === 0) break
        text += String.fromCharCode(sign)
        if (text.length > MAX_TEXT_LENGTH) throw new MalformedBox('a name is too long')
      }
      return text
    },
    skip: (count: number): void => void take(count),
    at: () => at,
    left: () => end - at,
  }
}

/**
 * The boxes of a range, in order.
 *
 * @param rest whether bytes after the boxes are an error (`none`) or ignored, as phones append data to their files
 */
export const readBoxes = (
  file: Uint8Array,
  start: number,
  end: number,
  rest: 'none' | 'ignored' = 'none',
): HeifBox[] => {
  const boxes: HeifBox[] = []
  for (let at = start; at + BOX_HEADER <= end; ) {
    const reader = createBoxReader(file, at, end)
    const short = reader.u32()
    const type = reader.name()
    if (short === 1 && end - at < LARGE_HEADER) break
    const size = short === 1 ? reader.sized(8) : short === 0 ? end - at : short
    const header = short === 1 ? LARGE_HEADER : BOX_HEADER
    if (size < header || size > end - at) {
      if (rest === 'ignored') return boxes
      throw new MalformedBox(`the box ${type} does not fit`)
    }
    boxes.push({ type, start: at + header, end: at + size })
    if (boxes.length > MAX_BOXES) throw new MalformedBox('there are too many boxes')
    at += size
  }
  return boxes
}
