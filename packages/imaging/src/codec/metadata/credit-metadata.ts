import { generatedSourceIn } from './digital-source-type.ts'
import { type Credits, cleanText, creditsFromExif, MAX_CREDIT_LENGTH } from './exif-reader.ts'

/** The metadata blocks of a file that may name its creator or owner. */
export interface MetadataBlocks {
  readonly exif?: Uint8Array | undefined
  readonly xmp?: Uint8Array | undefined
  readonly iptc?: Uint8Array | undefined
}

/** Only this many bytes of a packet are read; real packets are shorter. */
const MAX_PACKET_BYTES = 1_000_000
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plainText = (xml: string): string =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** The text of an XMP property, or of the first or all members of its list. */
const property = (packet: string, name: string, members: 'first' | 'all'): string | undefined => {
  const from = packet.indexOf(`<${name}`)
  const to = from < 0 ? -1 : packet.indexOf(`</${name}>`, from)
  if (to < 0) return undefined
  const body = packet.slice(from, Math.min(to, from + 10 * MAX_CREDIT_LENGTH))
  const listed = [...body.matchAll(/<rdf:li[^>]*>([^<]*)</g)].map(([, text]) => plainText(text ?? '').trim())
  const found = listed.length > 0 ? listed : [plainText(/^<[^>]*>([^<]*)$/.exec(body)?.[1] ?? '').trim()]
  const text = (members === 'first' ? found.slice(0, 1) : found).filter((part) => part !== '').join('; ')
  return text === '' ? undefined : text.slice(0, MAX_CREDIT_LENGTH)
}

const creditsFromXmp = (xmp: Uint8Array): Credits => {
  const packet = new TextDecoder('utf-8').decode(xmp.subarray(0, MAX_PACKET_BYTES))
  // Rights are listed by language, the default language first. Creators may be several people.
  const [artist, copyright] = [property(packet, 'dc:creator', 'all'), property(packet, 'dc:rights', 'first')]
  const generated = generatedSourceIn(packet)
  return { ...(artist && { artist }), ...(copyright && { copyright }), ...(generated && { generated }) }
}

const BY_LINE = 80
const COPYRIGHT_NOTICE = 116
/** Each IPTC-IIM field begins with this byte and the number of its record. */
const FIELD_MARKER = 0x1c
const APPLICATION_RECORD = 2

const creditsFromIptc = (iptc: Uint8Array): Credits => {
  const found = new Map<number, string[]>()
  for (let at = 0; at + 5 <= iptc.length; ) {
    if (iptc[at] !== FIELD_MARKER || iptc[at + 1] !== APPLICATION_RECORD) {
      at++
      continue
    }
    const field = iptc[at + 2]
    const length = (iptc[at + 3] << 8) | iptc[at + 4]
    const text = at + 5 + length <= iptc.length ? cleanText(iptc.subarray(at + 5, at + 5 + length)) : undefined
    if (text && (field === BY_LINE || field === COPYRIGHT_NOTICE)) {
      found.set(field, [...(found.get(field) ?? []), text].slice(0, 20))
    }
    at += text === undefined ? 1 : 5 + length
  }
  const text = (field: number) => found.get(field)?.join('; ').slice(0, MAX_CREDIT_LENGTH)
  const [artist, copyright] = [text(BY_LINE), text(COPYRIGHT_NOTICE)]
  return { ...(artist && { artist }), ...(copyright && { copyright }) }
}

/**
 * Reads the creator and the owner of a picture: from EXIF first, then from XMP (dc:creator, dc:rights), then from
 * IPTC-IIM (By-line, Copyright Notice). XMP also says whether a model generated the picture. Damaged blocks are ignored;
 * it never throws.
 */
export const readCredits = ({ exif, xmp, iptc }: MetadataBlocks): Credits => ({
  ...(iptc && creditsFromIptc(iptc)),
  ...(xmp && creditsFromXmp(xmp)),
  ...(exif && creditsFromExif(exif)),
})
