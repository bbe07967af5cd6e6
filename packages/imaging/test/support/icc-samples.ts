/** A minimal matrix profile with the primaries and the curve of Adobe RGB (1998), built as the ICC specification says. */
export const adobeRgbProfile = (): Buffer => {
  const fixed = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(Math.round(value * 65_536))
    return bytes
  }
  const xyz = (...values: number[]) => Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), ...values.map(fixed)])
  const curve = Buffer.from([...Buffer.from('curv\0\0\0\0', 'latin1'), 0, 0, 0, 1, 2, 0x33, 0, 0])
  const words = 'Adobe-like RGB'
  const text = Buffer.alloc(110)
  text.write('desc', 0, 'latin1')
  text.writeUInt32BE(words.length + 1, 8)
  text.write(words, 12, 'latin1')
  const copyright = Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')
  const tags: [string, Buffer][] = [
    ['desc', text],
    ['cprt', copyright],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.60974, 0.31111, 0.01947)],
    ['gXYZ', xyz(0.20528, 0.62567, 0.06087)],
    ['bXYZ', xyz(0.14919, 0.06322, 0.74457)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let offset = 128 + table.length
  const bodies: Buffer[] = []
  tags.forEach(([name, body], i) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
    table.write(name, 4 + i * 12, 'latin1')
    table.writeUInt32BE(offset, 8 + i * 12)
    table.writeUInt32BE(body.length, 12 + i * 12)
    bodies.push(padded)
    offset += padded.length
  })
  const header = Buffer.alloc(128)
  header.writeUInt32BE(offset)
  header.writeUInt32BE(0x02400000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  fixed(0.9642).copy(header, 68)
  fixed(1).copy(header, 72)
  fixed(0.8249).copy(header, 76)
  return Buffer.concat([header, table, ...bodies])
}
