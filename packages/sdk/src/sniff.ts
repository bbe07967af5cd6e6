/** How many bytes at the start of a file are enough to tell what it is. */
export const HEAD_BYTES = 512

/** Name of each format in a MIME type, and the bytes it starts with. A `.` is any byte. */
const SIGNATURES: readonly (readonly [format: string, start: RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n.\n/s],
  ['webp', /^RIFF....WEBP/s],
  ['gif', /^GIF8/],
  ['tiff', /^(II\*|MM.\*)/s],
  ['avif', /^....ftypavi[fs]/s],
  ['heic', /^....ftyphe(ic|ix|vc|im|is)/s],
  ['heif', /^....ftypm(if|sf)1/s],
]

const HTML = /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)[\s>]/is

/** What the first bytes say the file is, whatever its name: `jpeg`, `heic` …; null when no image the server reads. */
export function formatOf(head: Uint8Array): string | null {
  const text = latin1(head)
  return SIGNATURES.find(([, start]) => start.test(text))?.[0] ?? null
}

/** Whether the first bytes are a web page: what a login wall or an error page saves under `.jpg`. */
export const looksLikeHtml = (head: Uint8Array): boolean => HTML.test(latin1(head))

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
