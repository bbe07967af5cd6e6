/**
 * The numbers of glyphs by character, from the `cmap` of a TrueType font.
 *
 * @throws Error when the font has no table that covers Unicode
 */
export function readCharacterMap(font: Buffer): ReadonlyMap<number, number> {
  const start = tableOf(font, 'cmap')
  const count = font.readUInt16BE(start + 2)
  const tables = Array.from({ length: count }, (_, index) => start + font.readUInt32BE(start + 4 + 8 * index + 4))
  const full = tables.find((at) => font.readUInt16BE(at) === 12)
  const plain = tables.find((at) => font.readUInt16BE(at) === 4)
  if (full !== undefined) return readGroups(font, full)
  if (plain !== undefined) return readSegments(font, plain)
  throw new Error('the font has no character map')
}

function tableOf(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4)
  for (let index = 0; index < count; index++) {
    const at = 12 + 16 * index
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  }
  throw new Error(`the font has no table ${tag}`)
}

function readGroups(font: Buffer, at: number): Map<number, number> {
  const map = new Map<number, number>()
  const count = font.readUInt32BE(at + 12)
  for (let index = 0; index < count; index++) {
    const group = at + 16 + 12 * index
    const [first, last, glyph] = [0, 4, 8].map((offset) => font.readUInt32BE(group + offset)) as [
      number,
      number,
      number,
    ]
    for (let code = first; code <= last; code++) map.set(code, glyph + code - first)
  }
  return map
}

function readSegments(font: Buffer, at: number): Map<number, number> {
  const map = new Map<number, number>()
  const twice = font.readUInt16BE(at + 6)
  for (let offset = 0; offset < twice; offset += 2) {
    const last = font.readUInt16BE(at + 14 + offset)
    const first = font.readUInt16BE(at + 16 + twice + offset)
    const delta = font.readUInt16BE(at + 16 + 2 * twice + offset)
    const rangeAt = at + 16 + 3 * twice + offset
    const range = font.readUInt16BE(rangeAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = range === 0 ? code : font.readUInt16BE(rangeAt + range + 2 * (code - first))
      const glyph = range === 0 || listed !== 0 ? (listed + delta) & 0xffff : 0
      if (glyph !== 0) map.set(code, glyph)
    }
  }
  return map
}
