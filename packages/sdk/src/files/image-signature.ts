/** How many bytes at the start of a file are enough to identify its format. */
export const HEAD_BYTES = 512

/** The MIME name of each format, and the bytes it starts with. A `.` is any byte. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG/,
  webp: /^RIFF....WEBP/s,
  gif: /^GIF8/,
  tiff: /^(II\*|MM.\*)/s,
  // The major brand, or one of those that the file is compatible with.
  avif: /^....ftyp(....){0,15}?avi[fs]/s,
  heic: /^....ftyp(....){0,15}?he[iv][cxms]/s,
  heif: /^....ftyp(....){0,15}?m(if|sf)1/s,
}

/** The start of an HTML page, after comments and declarations. The pattern never backtracks far, so no file can slow it down. */
const HTML = /^(\xef\xbb\xbf)?\s*<([?!][^<]*<)*(!doctype\s+html|html|head|body)[\s>]/i

/** The format according to the first bytes, such as `jpeg` or `heic`; null if it is not an image that the server reads. */
export function formatOf(head: Uint8Array): string | null {
  const text = latin1(head)
  return Object.keys(SIGNATURES).find((format) => SIGNATURES[format]?.test(text)) ?? null
}

/** Whether the file is a web page, such as a login or error page that was saved as `.jpg`. */
export const looksLikeHtml = (head: Uint8Array): boolean => HTML.test(latin1(head))

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
