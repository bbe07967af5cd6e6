export interface JpegExtent {
  /** Behind the last byte that belongs to the picture. */
  readonly end: number
  /** Whether an end marker says so. */
  readonly isMarked: boolean
  /** Whether there is a scan for every part of every pixel. Each of them may still be cut off. */
  readonly hasAllScans: boolean
}

const EOI = 0xd9
const SOS = 0xda
/** Markers without a length: TEM, the restart markers, and a further SOI. */
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Start of frame, with the components of the picture: sequential, extended, progressive; the last two in arithmetic coding. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca])
const COEFFICIENTS = 64

/** What may stand between the scans of a picture: tables, the next scan, the number of lines, a comment. */
const BETWEEN_SCANS = new Set([0xc4, SOS, 0xdb, 0xdc, 0xdd, 0xfe])

/**
 * Where the first picture of a JPEG file ends: behind the first end marker that is not inside a segment or coded pixels. If
 * there is none, because the file was padded, appended to or simply lacks it, it ends where nothing that follows coded pixels
 * can be a part of it. Whether scans are cut off is found out by decoding.
 *
 * @example jpegExtent(await readFile('dish.jpg')).isMarked
 */
export const jpegExtent = (file: Uint8Array): JpegExtent => {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  /** For each component the bits of each coefficient that the scans so far have left out. */
  const missing = new Map<number, Uint8Array>()
  const extent = (end: number, isMarked: boolean): JpegExtent => ({
    end,
    isMarked,
    hasAllScans: missing.size > 0 && [...missing.values()].every((bits) => bits.every((count) => count === 0)),
  })
  let isBehindPixels = false
  let at = 2
  while (at + 2 <= file.length) {
    const marker = file[at] === 0xff ? (file[at + 1] ?? 0) : 0
    if (marker === 0xff) at += 1
    else if (marker === EOI) return extent(at + 2, true)
    else if (isBehindPixels && !BETWEEN_SCANS.has(marker)) return extent(withoutPadding(file, at), false)
    else if (hasNoLength(marker)) at += 2
    else {
      if (marker === 0 || at + 4 > file.length) break
      const segment = file.subarray(at + 4, at + 2 + view.getUint16(at + 2))
      at += 2 + view.getUint16(at + 2)
      if (FRAMES.has(marker))
        for (const id of componentsOf(segment)) missing.set(id, new Uint8Array(COEFFICIENTS).fill(1))
      if (marker !== SOS) continue
      noteScan(segment, missing)
      isBehindPixels = true
      at = nextMarker(file, at)
    }
  }
  return extent(withoutPadding(file, file.length), false)
}

/** The numbers of the components that a start of frame lists, three bytes each, behind precision, size and count. */
const componentsOf = (frame: Uint8Array): readonly number[] =>
  Array.from({ length: frame[5] ?? 0 }, (_, i) => frame[6 + 3 * i] ?? 0)

/** A scan brings a range of coefficients of some components. A progressive one may leave out their lowest bits. */
const noteScan = (scan: Uint8Array, missing: ReadonlyMap<number, Uint8Array>): void => {
  const count = scan[0] ?? 0
  const [from = 0, to = 0, bits = 0] = scan.subarray(1 + 2 * count)
  for (let i = 0; i < count; i++) missing.get(scan[1 + 2 * i] ?? 0)?.fill(bits & 15, from, to + 1)
}

/** The next marker behind coded pixels, in which 0xff is followed by 0 or begins a restart marker. */
const nextMarker = (file: Uint8Array, from: number): number => {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}

/** Coded pixels may themselves end in a few equal bytes. */
const EQUAL_BYTES = 4

/**
 * The end without a run of equal bytes, with which programs fill files up. A decoder would read them as pixels if some are
 * missing.
 */
const withoutPadding = (file: Uint8Array, end: number): number => {
  const filler = file[end - 1]
  let start = end
  while (start > 0 && file[start - 1] === filler) start--
  return Math.min(end, start + EQUAL_BYTES)
}
