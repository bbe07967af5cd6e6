/** The name under which readers of MP4 files look for XMP. */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const BOX_HEADER = 8

/** Adds an XMP packet at the end of an MP4 file, where no address in it changes. */
export function labelMp4(film: Uint8Array, packet: string): Uint8Array {
  const text = Buffer.from(packet, 'utf8')
  const header = Buffer.alloc(BOX_HEADER)
  header.writeUInt32BE(BOX_HEADER + XMP_BOX.length + text.length)
  header.write('uuid', 4, 'latin1')
  return new Uint8Array(Buffer.concat([film, header, XMP_BOX, text]))
}
