/** A file of a reply. */
export interface FileLink {
  readonly url: string
  /** What tells it from the others of the reply: a format, a layer, a page. Empty for the only one. */
  readonly name: string
}

interface Loose {
  readonly [field: string]: unknown
}

/** The files that a reply names: its result, its pictures, the formats of a photo, its layers, or its pages. */
export function linksIn(reply: unknown): readonly FileLink[] {
  const { enhanced, images, layers, items, files, ...fields } = Object(reply) as Loose
  const single = ['result_url', 'enhanced_url', 'video_url'].flatMap((field) => linkOf(fields[field], ''))
  const formats = Object.entries(Object(enhanced)).flatMap(([format, url]) => linkOf(url, format))
  const listed = [images, layers, items, files].filter(Array.isArray).flatMap((list: readonly Loose[]) =>
    list.flatMap((one, index) => {
      const { url, mask_url = url, result_url = mask_url, name, layer = name, page, format } = Object(one) as Loose
      const known = [layer, page, format].filter((part) => part !== undefined && part !== null)
      return linkOf(result_url, known.length > 0 ? known.join('-') : list.length === 1 ? '' : String(index + 1))
    }),
  )
  return [...single, ...formats, ...listed]
}

const linkOf = (url: unknown, name: string): FileLink[] => (typeof url === 'string' ? [{ url, name }] : [])
