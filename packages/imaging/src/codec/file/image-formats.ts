/** Every format that is read, in the order in which errors list them. This is the only list. */
const FORMATS = {
  jpeg: { name: 'JPEG', mime: 'image/jpeg', extension: 'jpg' },
  png: { name: 'PNG', mime: 'image/png', extension: 'png' },
  webp: { name: 'WebP', mime: 'image/webp', extension: 'webp' },
  avif: { name: 'AVIF', mime: 'image/avif', extension: 'avif' },
  heic: { name: 'HEIC', mime: 'image/heic', extension: 'heic' },
  tiff: { name: 'TIFF', mime: 'image/tiff', extension: 'tiff' },
  gif: { name: 'GIF', mime: 'image/gif', extension: 'gif' },
} as const

/** The formats that are read. */
export type AcceptedFormat = keyof typeof FORMATS

/** The formats that are written. */
export const OUTPUT_FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const satisfies readonly AcceptedFormat[]
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

export const formatName = (format: AcceptedFormat): string => FORMATS[format].name
export const mimeOf = (format: AcceptedFormat): string => FORMATS[format].mime
export const extensionOf = (format: AcceptedFormat): string => FORMATS[format].extension

/** The sentence that says what to send instead; every refusal ends with it. */
export const ACCEPTED_HINT: string = ((names: readonly string[]) =>
  `Send a ${names.slice(0, -1).join(', ')} or ${names.at(-1)} file.`)(Object.values(FORMATS).map(({ name }) => name))
