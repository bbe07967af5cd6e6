import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { ServiceError } from '../base/service-error.ts'

interface Content {
  /** The header Content-Encoding. */
  readonly encoding: string | string[] | undefined
  /** Who sent it, for errors. */
  readonly host: string
  /** The most bytes that each step of decoding may yield. */
  readonly maxBytes: number
}

/** More than a server, a cache and a store would each add. */
const MAX_STEPS = 3

/**
 * Undoes the encodings of a reply that were not asked for, as browsers do: stores of files keep what was uploaded compressed, and
 * say so. An encoding that nobody knows is ignored, because such headers are left over from uploads.
 *
 * @throws ServiceError `image_unreachable` if the content is not what the header says, `image_too_large`
 */
export async function decodeContent(packed: Uint8Array, { encoding, host, maxBytes }: Content): Promise<Uint8Array> {
  const names = [encoding ?? []]
    .flat()
    .join(',')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const steps = names.map((name) => name.replace(/^x-/, '')).filter((name) => KNOWN.has(name))
  const unreadable = (what: string) => new ServiceError('image_unreachable', `${host} sent the picture ${what}.`)
  if (steps.length > MAX_STEPS) throw unreadable(`compressed ${steps.length} times over`)
  let content = packed
  for (const name of steps.reverse()) {
    const decode = decoderOf(name, content)
    if (!decode) throw unreadable(`compressed with ${name}, which this server cannot undo`)
    try {
      content = await decode(content, { maxOutputLength: maxBytes })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw beyondLimit(maxBytes)
      throw unreadable(`as ${name}, and it is damaged or no ${name}`)
    }
  }
  return content
}

export const beyondLimit = (maxBytes: number) =>
  new ServiceError(
    'image_too_large',
    `The picture is larger than ${Math.round(maxBytes / 1_000_000)} MB, the limit of this server.`,
    { max_bytes: maxBytes },
  )

const KNOWN = new Set(['gzip', 'deflate', 'br', 'zstd'])

type Decode = (content: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

function decoderOf(name: string, content: Uint8Array): Decode | undefined {
  if (name === 'gzip') return promisify(zlib.gunzip) as Decode
  if (name === 'br') return promisify(zlib.brotliDecompress) as Decode
  if (name === 'deflate') return promisify(isWrapped(content) ? zlib.inflate : zlib.inflateRaw) as Decode
  // Older versions of Node have no Zstandard.
  return 'zstdDecompress' in zlib ? (promisify(zlib.zstdDecompress as typeof zlib.gunzip) as Decode) : undefined
}

/** Whether deflated content has the header that it should have. Some servers leave it out. */
const isWrapped = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 15) === 8 && ((first << 8) | second) % 31 === 0
