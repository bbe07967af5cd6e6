import { describe, expect, it } from 'vitest'
import { sniffFormat } from './sniff-format.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const refusal = (content: Uint8Array) => {
  try {
    sniffFormat(content)
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
  return { code: 'none', message: '' }
}

describe('sniffFormat', () => {
  it('recognizes the accepted formats by their first bytes', () => {
    expect(sniffFormat(bytes('\xff\xd8\xff\xe0....'))).toBe('jpeg')
    expect(sniffFormat(bytes('\x89PNG\r\n\x1a\n....'))).toBe('png')
    expect(sniffFormat(bytes('RIFF....WEBPVP8 '))).toBe('webp')
    expect(sniffFormat(bytes('GIF89a......'))).toBe('gif')
    expect(sniffFormat(bytes('II\x2a\0\x08\0\0\0'))).toBe('tiff')
    expect(sniffFormat(bytes('MM\0\x2a\0\0\0\x08'))).toBe('tiff')
    expect(sniffFormat(bytes('\0\0\0\x1cftypavif\0\0\0\0avifmif1'))).toBe('avif')
    expect(sniffFormat(bytes('\0\0\0\x1cftypmif1\0\0\0\0mif1avif'))).toBe('avif')
    expect(sniffFormat(bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))).toBe('heic')
    expect(sniffFormat(bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1heic'))).toBe('heic')
  })

  it.each([
    ['a web page', '<!DOCTYPE html><html><body>404</body></html>'],
    ['a web page', '\n  <html lang="en">'],
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an SVG drawing', '<?xml version="1.0"?>\n<!-- made by hand -->\n<svg width="1"/>'],
    ['an SVG drawing', '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C" "svg11.dtd" [<!ENTITY a "b">]>\n<svg/>'],
    ['a video', '\0\0\0\x08wide\0\x10\0\0mdat'],
    ['a PDF document', '%PDF-1.7'],
    ['JSON', '{"error": "not found"}'],
    ['a BMP', 'BM\x36\0\0\0'],
    ['a JPEG XL picture', '\0\0\0\x0cJXL \r\n\x87\n'],
    ['a JPEG 2000 picture', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['a BigTIFF', 'II\x2b\0\x08\0\0\0'],
    ['a camera raw file', '\0\0\0\x18ftypcrx \0\0\0\x01crx isom'],
    ['a camera raw file', 'FUJIFILMCCD-RAW'],
    ['a video', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2'],
    ['not a picture', 'just some words'],
    ['a camera raw file', 'II\x2a\0\x10\0\0\0CR\x02\0'],
  ])('says that a file is %s', (what, content) => {
    const { code, message } = refusal(bytes(content))
    expect(code).toBe('unsupported_image')
    expect(message).toContain(what)
    expect(message).toContain('Send a JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF file.')
  })

  it('says that an empty file is empty', () => {
    expect(refusal(new Uint8Array())).toEqual({ code: 'image_unreadable', message: 'The file is empty.' })
  })
})
