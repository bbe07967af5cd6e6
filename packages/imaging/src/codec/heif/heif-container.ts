import { createBoxReader, type HeifBox, MalformedBox, readBoxes } from './heif-boxes.ts'

/** The items of a HEIF file (HEIC, AVIF) and what belongs to them. Nothing is decoded. */
export interface HeifContainer {
  readonly primary: number
  /** Four letters (hvc1, av01, grid, Exif, mime …), or undefined for an unknown item. */
  typeOf(item: number): string | undefined
  items(): Iterable<HeifItem>
  /** Property boxes of an item, in the order in which they apply. */
  properties(item: number): readonly HeifBox[]
  /** Items that an item refers to by references of a type: dimg, auxl, cdsc, thmb … */
  references(kind: string, from: number): readonly number[]
  /** Offset in the file at which the data of the items ends. */
  readonly dataEnd: number
  /** The data of an item, joined; undefined if it does not lie within the file. */
  data(item: number): Uint8Array | undefined
}

export interface HeifItem {
  readonly id: number
  readonly type: string
  /** The content type of a `mime` item; else empty. */
  readonly contentType: string
}

interface Location {
  readonly inItemData: boolean
  readonly extents: readonly (readonly [offset: number, length: number])[]
}

/** Four times as many as the largest tiled phone pictures have. */
const MAX_ITEMS = 4_096
const MAX_REFERENCES = 65_536
const MAX_EXTENTS = 65_536
const MAX_PROPERTIES = 255
const MAX_DATA_BYTES = 4_000_000

const requireBox = (boxes: readonly HeifBox[], type: string): HeifBox => {
  const box = boxes.find((one) => one.type === type)
  if (!box) throw new MalformedBox(`there is no ${type} box`)
  return box
}

const limitCount = (count: number, most: number, what: string): number => {
  if (count > most) throw new MalformedBox(`there are too many ${what}`)
  return count
}

const readItems = (file: Uint8Array, { start, end }: HeifBox): Map<number, HeifItem> => {
  const reader = createBoxReader(file, start, end)
  limitCount(reader.version().version === 0 ? reader.u16() : reader.u32(), MAX_ITEMS, 'items')
  const items = new Map<number, HeifItem>()
  for (const entry of readBoxes(file, reader.at(), end)) {
    const one = createBoxReader(file, entry.start, entry.end)
    const { version } = one.version()
    if (entry.type !== 'infe' || version < 2) continue
    const id = version === 2 ? one.u16() : one.u32()
    one.skip(2)
    const type = one.name()
    one.text()
    items.set(id, { id, type, contentType: type === 'mime' ? one.text() : '' })
    limitCount(items.size, MAX_ITEMS, 'items')
  }
  return items
}

const readLocations = (file: Uint8Array, { start, end }: HeifBox): Map<number, Location> => {
  const reader = createBoxReader(file, start, end)
  const { version } = reader.version()
  const [sizes, more] = [reader.u8(), reader.u8()]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4]
  const indexSize = version > 0 ? more & 15 : 0
  const count = limitCount(version < 2 ? reader.u16() : reader.u32(), MAX_ITEMS, 'items')
  const locations = new Map<number, Location>()
  // The extents of all items are counted together, because an empty extent takes no bytes of the file.
  let total = 0
  for (let i = 0; i < count; i++) {
    const id = version < 2 ? reader.u16() : reader.u32()
    const method = version > 0 ? reader.u16() & 15 : 0
    reader.skip(2)
    const base = reader.sized(baseSize)
    const extents: [number, number][] = []
    const pieces = reader.u16()
    total = limitCount(total + pieces, MAX_EXTENTS, 'extents')
    for (let left = pieces; left > 0; left--) {
      reader.skip(indexSize)
      extents.push([base + reader.sized(offsetSize), reader.sized(lengthSize)])
    }
    locations.set(id, { inItemData: method === 1, extents })
  }
  return locations
}

const readReferences = (file: Uint8Array, { start, end }: HeifBox): Map<string, number[]> => {
  const reader = createBoxReader(file, start, end)
  const wide = reader.version().version > 0
  const references = new Map<string, number[]>()
  let total = 0
  for (const box of readBoxes(file, reader.at(), end)) {
    const one = createBoxReader(file, box.start, box.end)
    const id = () => (wide ? one.u32() : one.u16())
    const from = `${box.type} ${id()}`
    const count = one.u16()
    total = limitCount(total + count, MAX_REFERENCES, 'references')
    const list = references.get(from) ?? []
    for (let left = count; left > 0; left--) list.push(id())
    references.set(from, list)
  }
  return references
}

const readProperties = (file: Uint8Array, { start, end }: HeifBox): Map<number, HeifBox[]> => {
  const boxes = readBoxes(file, start, end)
  const container = requireBox(boxes, 'ipco')
  const all = readBoxes(file, container.start, container.end)
  const properties = new Map<number, HeifBox[]>()
  for (const box of boxes.filter(({ type }) => type === 'ipma')) {
    const reader = createBoxReader(file, box.start, box.end)
    const { version, flags } = reader.version()
    for (let left = limitCount(reader.u32(), MAX_ITEMS, 'items'); left > 0; left--) {
      const id = version === 0 ? reader.u16() : reader.u32()
      const list = properties.get(id) ?? []
      for (let n = reader.u8(); n > 0; n--) {
        const index = flags & 1 ? reader.u16() & 0x7fff : reader.u8() & 0x7f
        const property = all[index - 1]
        if (property) list.push(property)
        limitCount(list.length, MAX_PROPERTIES, 'properties')
      }
      properties.set(id, list)
    }
  }
  return properties
}

/**
 * Reads the structure of a HEIF file. The work is bounded by the size of the file.
 *
 * @throws MalformedBox when a box does not fit into its parent, or there are too many of something
 */
export const readHeifContainer = (file: Uint8Array): HeifContainer => {
  const meta = requireBox(readBoxes(file, 0, file.length, 'ignored'), 'meta')
  const boxes = readBoxes(file, meta.start + 4, meta.end)
  const primaryBox = requireBox(boxes, 'pitm')
  const head = createBoxReader(file, primaryBox.start, primaryBox.end)
  const primary = head.version().version === 0 ? head.u16() : head.u32()
  const items = readItems(file, requireBox(boxes, 'iinf'))
  const locations = readLocations(file, requireBox(boxes, 'iloc'))
  const properties = readProperties(file, requireBox(boxes, 'iprp'))
  const referenceBox = boxes.find(({ type }) => type === 'iref')
  const references = referenceBox ? readReferences(file, referenceBox) : new Map<string, number[]>()
  const itemData = boxes.find(({ type }) => type === 'idat')

  const ends = [...locations.values()].flatMap(({ inItemData, extents }) =>
    inItemData ? [] : extents.map(([offset, length]) => (length === 0 ? file.length : offset + length)),
  )

  return {
    primary,
    dataEnd: ends.reduce((last, end) => Math.max(last, end), meta.end),
    typeOf: (item) => items.get(item)?.type,
    items: () => items.values(),
    properties: (item) => properties.get(item) ?? [],
    references: (kind, from) => references.get(`${kind} ${from}`) ?? [],
    data(item) {
      const location = locations.get(item)
      if (!location) return undefined
      const { start, end } = location.inItemData ? (itemData ?? { start: 0, end: 0 }) : { start: 0, end: file.length }
      const parts: Uint8Array[] = []
      let total = 0
      for (const [offset, length] of location.extents) {
        const size = length === 0 ? end - start - offset : length
        total += size
        if (offset < 0 || size < 0 || start + offset + size > end || total > MAX_DATA_BYTES) return undefined
        parts.push(file.subarray(start + offset, start + offset + size))
      }
      if (parts.length === 1) return parts[0]
      const whole = new Uint8Array(total)
      let at = 0
      for (const part of parts) {
        whole.set(part, at)
        at += part.length
      }
      return whole
    },
  }
}
