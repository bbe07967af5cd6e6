import { deflateSync, inflateSync } from 'node:zlib'

/** An object of a PDF file: what stands before its stream, and the stream if it has one. */
export interface PdfObject {
  readonly id: number
  readonly head: string
  /** As it is stored, one character a byte. */
  readonly stream?: string
}

/** A PDF as Skia writes it: objects one after the other, and a trailer. */
export interface PdfFile {
  readonly objects: readonly PdfObject[]
  readonly trailer: string
}

const HEADER = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'

/** Reads a PDF that Skia wrote. It is no reader for the files of others. @throws Error when its form is another one */
export function readPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1')
  const end = text.lastIndexOf('\nxref')
  const objects: PdfObject[] = []
  const opening = /(\d+) 0 obj\n/y
  for (let at = text.indexOf('1 0 obj\n'); at < end; ) {
    opening.lastIndex = at
    const [opened, id] = opening.exec(text) ?? []
    if (opened === undefined) throw new Error(`the PDF has no object at byte ${at}`)
    const from = at + opened.length
    const streamAt = text.indexOf('stream\n', from)
    let close = text.indexOf('endobj\n', from)
    if (streamAt >= 0 && streamAt < close) {
      const head = text.slice(from, streamAt)
      const length = Number(/\/Length (\d+)/.exec(head)?.[1])
      const dataAt = streamAt + 'stream\n'.length
      close = text.indexOf('endobj\n', dataAt + length)
      objects.push({ id: Number(id), head, stream: text.slice(dataAt, dataAt + length) })
    } else objects.push({ id: Number(id), head: text.slice(from, close) })
    at = close + 'endobj\n'.length
  }
  const trailer = /trailer\n<<([\s\S]*?)>>/.exec(text.slice(end))?.[1]
  if (trailer === undefined) throw new Error('the PDF has no trailer')
  return { objects, trailer }
}

export function writePdf({ objects, trailer }: PdfFile): Buffer {
  const parts = [HEADER]
  const offsets = new Map<number, number>()
  let at = HEADER.length
  for (const { id, head, stream } of objects) {
    const body = stream === undefined ? head : `${head}stream\n${stream}\nendstream\n`
    const part = `${id} 0 obj\n${body}endobj\n`
    offsets.set(id, at)
    parts.push(part)
    at += part.length
  }
  const size = Math.max(...offsets.keys()) + 1
  const rows = Array.from({ length: size }, (_, id) => {
    const offset = offsets.get(id)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const sized = trailer.replace(/\/Size \d+/, `/Size ${size}`)
  parts.push(`xref\n0 ${size}\n${rows.join('')}trailer\n<<${sized}>>\nstartxref\n${at}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

/** The text of a compressed stream of drawing operators; undefined for pictures, fonts and what is not compressed. */
export const operatorsOf = ({ head, stream }: PdfObject): string | undefined =>
  stream !== undefined && head.includes('/FlateDecode') && !/\/(Length1|Subtype)\b/.test(head)
    ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    : undefined

/** The object with other drawing operators. */
export function withOperators(object: PdfObject, operators: string): PdfObject {
  const stream = deflateSync(Buffer.from(operators, 'latin1')).toString('latin1')
  return { ...object, head: object.head.replace(/\/Length \d+/, `/Length ${stream.length}`), stream }
}
