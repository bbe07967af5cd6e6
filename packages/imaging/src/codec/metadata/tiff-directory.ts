/** Bytes of one value of each TIFF type. */
const SIZES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
}

const RATIONAL = 5
/** The longest lists in use are the six figures of three colours. */
const MAX_FRACTIONS = 16

export interface TiffEntry {
  readonly type: number
  readonly count: number
  /** Offset of its values, which may lie beyond the end of the file. */
  readonly at: number
  readonly length: number
}

export interface TiffDirectory {
  readonly entries: ReadonlyMap<number, TiffEntry>
  /** Offset of the next directory, 0 after the last. */
  readonly next: number
}

export interface TiffReader {
  /** Offset of the first directory. */
  readonly first: number
  /** The directory at an offset; undefined if that lies outside of the file. */
  directory(at: number): TiffDirectory | undefined
  /** The first value of an integer entry. */
  number(entry: TiffEntry | undefined): number | undefined
  bytes(entry: TiffEntry | undefined): Uint8Array | undefined
  /** The first values of an entry of unsigned fractions; none if it is of another type. */
  fractions(entry: TiffEntry | undefined): readonly number[]
}

/**
 * Reads the directories of a TIFF file or of an EXIF block, which has the same structure. Undefined if it is neither.
 * Nothing outside of the block is read, and no link is followed unless the caller asks for it.
 */
export const readTiff = (block: Uint8Array): TiffReader | undefined => {
  if (block.length < 8) return undefined
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  const little = block[0] === 0x49
  if (view.getUint16(0) !== (little ? 0x4949 : 0x4d4d) || view.getUint16(2, little) !== 42) return undefined

  const directory = (at: number): TiffDirectory | undefined => {
    if (at < 8 || at + 2 > block.length) return undefined
    const count = view.getUint16(at, little)
    const entries = new Map<number, TiffEntry>()
    for (let i = 0; i < count; i++) {
      const entry = at + 2 + i * 12
      if (entry + 12 > block.length) return { entries, next: 0 }
      const type = view.getUint16(entry + 2, little)
      const values = view.getUint32(entry + 4, little)
      const length = (SIZES[type] ?? 0) * values
      const place = length <= 4 ? entry + 8 : view.getUint32(entry + 8, little)
      const tag = view.getUint16(entry, little)
      if (!entries.has(tag)) entries.set(tag, { type, count: values, at: place, length })
    }
    const end = at + 2 + 12 * count
    return { entries, next: end + 4 <= block.length ? view.getUint32(end, little) : 0 }
  }

  return {
    first: view.getUint32(4, little),
    directory,
    number(entry) {
      if (!entry || entry.count === 0 || entry.at + entry.length > block.length) return undefined
      if (entry.type === 3) return view.getUint16(entry.at, little)
      if (entry.type === 4 || entry.type === 13) return view.getUint32(entry.at, little)
      return entry.type === 1 || entry.type === 7 ? view.getUint8(entry.at) : undefined
    },
    bytes: (entry) =>
      entry && entry.at + entry.length <= block.length ? block.subarray(entry.at, entry.at + entry.length) : undefined,
    fractions(entry) {
      if (entry?.type !== RATIONAL || entry.at + entry.length > block.length) return []
      return Array.from(
        { length: Math.min(entry.count, MAX_FRACTIONS) },
        (_, i) => view.getUint32(entry.at + 8 * i, little) / view.getUint32(entry.at + 8 * i + 4, little),
      )
    },
  }
}
