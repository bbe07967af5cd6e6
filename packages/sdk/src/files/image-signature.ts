/** How many bytes at the start of a file are enough to tell what it is. */
export const HEAD_BYTES = 512

/** Name of each format in a MIME type, and the bytes it starts with. A `.` is any byte. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG/,
  webp: /^RIFF....WEBP/s,
  gif: /^GIF8/,
  tiff: /^(II\*|MM.\*)/s,
  avif: /^....ftypavi[fs]/s,
  heic: /^....ftyphe(i[cxms]|vc)/s,
  heif: /^....ftypm(if|sf)1/s,
}

/** The beginning of a page, after comments and declarations. Each is read one way only, so that no file can hold it up. */
const HTML = /^(\xef\xbb\xbf)?\s*<([?!][^<]*<)*(!doctype\s+html|html|head|body)[\s>]/i

/** What the first bytes say the file is, whatever its name: `jpeg`, `heic` …; null when no image the server reads. */
export function formatOf(head: Uint8Array): string | null {
  const text = latin1(head)
  return Object.keys(SIGNATURES).find((format) => SIGNATURES[format]?.test(text)) ?? null
}

/** Whether the first bytes are a web page: what a login wall or an error page saves under `.jpg`. */
export const looksLikeHtml = (head: Uint8Array): boolean => HTML.test(latin1(head))

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
