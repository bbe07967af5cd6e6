/** How many bytes at the start of a file are enough to tell what it is. */
export const HEAD_BYTES = 512

export interface ImageType {
  readonly type: string
  readonly extension: string
}

const FTYP_BRANDS: Readonly<Record<string, ImageType>> = {
  avif: { type: 'image/avif', extension: 'avif' },
  avis: { type: 'image/avif', extension: 'avif' },
  heic: { type: 'image/heic', extension: 'heic' },
  heix: { type: 'image/heic', extension: 'heic' },
  hevc: { type: 'image/heic', extension: 'heic' },
  heim: { type: 'image/heic', extension: 'heic' },
  heis: { type: 'image/heic', extension: 'heic' },
  mif1: { type: 'image/heif', extension: 'heif' },
  msf1: { type: 'image/heif', extension: 'heif' },
}

const SIGNATURES: readonly (readonly [offset: number, bytes: string, image: ImageType])[] = [
  [0, '\xff\xd8\xff', { type: 'image/jpeg', extension: 'jpg' }],
  [0, '\x89PNG\r\n\x1a\n', { type: 'image/png', extension: 'png' }],
  [8, 'WEBP', { type: 'image/webp', extension: 'webp' }],
  [0, 'GIF8', { type: 'image/gif', extension: 'gif' }],
  [0, 'II*\0', { type: 'image/tiff', extension: 'tif' }],
  [0, 'MM\0*', { type: 'image/tiff', extension: 'tif' }],
]

/** What the first bytes say the file is, whatever its name; null when they are no image the server reads. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const text = latin1(head)
  if (text.startsWith('ftyp', 4)) return FTYP_BRANDS[text.slice(8, 12)] ?? null
  return SIGNATURES.find(([offset, bytes]) => text.startsWith(bytes, offset))?.[2] ?? null
}

/** Whether the first bytes are a web page: what a login wall or an error page saves under `.jpg`. */
export const looksLikeHtml = (head: Uint8Array): boolean =>
  /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body)[\s>]/i.test(latin1(head))

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
