import type { SpendOptions } from '../transport/api-call.ts'
import { type LinkCore, openLink } from '../transport/open-link.ts'
import { HOUR_MS } from '../transport/sdk-clock.ts'
import type { Reply } from '../transport/send-operation.ts'
import { type ImageInput, urlOfInput } from './picture-input.ts'
import { abortable, openUpload, readWhole, type SendForm } from './send-form.ts'

type Given<T> = T extends readonly unknown[] ? readonly ImageInput[] : ImageInput

/** A body whose pictures may be addresses or bytes. */
type AnyForm<T> = { [K in keyof T]: K extends PictureField ? Given<T[K]> : T[K] }
type PictureField = LongName | 'mask_url' | 'logo_url' | 'reference_url' | 'reference_images'
type LongName = 'image_url' | 'image_urls' | 'imageUrl'

/** The picture of a call, by its short name. */
export interface OnePicture {
  /** The picture: its address, `{ path }`, a Blob, bytes, a stream or a Response. Short for `image_url`, in photos.enhance for `imageUrl`. */
  readonly image: ImageInput
}

/** The pictures of a call, by their short name. */
export interface SeveralPictures {
  /** The pictures, each as its address, `{ path }`, a Blob, bytes, a stream or a Response. Short for `image_urls`. */
  readonly images: readonly ImageInput[]
}

/**
 * A body as a caller gives it. A picture is its address, `{ path }`, a Blob, bytes, a stream or a Response. `image` is short for
 * `image_url`, and `images` for `image_urls`.
 */
export type WithPictures<T> =
  | AnyForm<T>
  | (Omit<AnyForm<T>, LongName> &
      (T extends { image_url: unknown } | { imageUrl: unknown }
        ? OnePicture
        : T extends { image_urls?: unknown }
          ? SeveralPictures
          : unknown))

/** Gives the pictures in the JSON of a request an address. */
export type WithUploads = (path: string, json: unknown, options: SpendOptions) => Promise<unknown>

/** So many addresses are remembered at most. */
const MOST_KNOWN = 1000

/** Fields that hold a picture or several, and the short names of two of them. */
const PICTURES = /^(image(s|Url)?|(image|mask|logo|reference)_urls?|reference_images)$/

/**
 * Uploads the pictures that are not addresses. Equal bytes are uploaded once, for as long as the server keeps them.
 *
 * @param maxBytes the largest picture; larger ones are refused before they are sent
 */
export function createPictureUploads(sendForm: SendForm, core: LinkCore, maxBytes: number): WithUploads {
  type Stored = Reply<'POST', '/api/mobile/uploads'>
  const known = new Map<string, Promise<Stored>>()

  async function addressOf(input: ImageInput, { idempotencyKey: _, maxCredits: __, ...options }: SpendOptions) {
    const url = urlOfInput(input)
    if (url !== null) return url
    const stored = await abortable(options.signal, async (signal) => {
      const link = (url: string) => openLink(core, url, { signal })
      const image = await openUpload(input, { maxBytes, signal, link })
      const upload = () => sendForm('/api/mobile/uploads', { image: image as never }, options)
      // Pages without TLS have no digest. A stream can be read only once.
      if (!image.replayable || !crypto.subtle) return upload()
      const digest = await crypto.subtle.digest('SHA-256', await (await readWhole(image)).arrayBuffer())
      const key = JSON.stringify([...new Uint8Array(digest), options.headers])
      if (known.size > MOST_KNOWN) known.clear()
      const earlier = Promise.resolve(known.get(key))
      // The upload of another call may fail, or be aborted there.
      const stored = earlier.catch(() => undefined).then((one) => (one && isKept(one) ? one : upload()))
      known.set(key, stored)
      return stored
    })
    return stored.url
  }
  const isKept = ({ expires_at }: Stored) => Date.parse(expires_at) - HOUR_MS > core.clock.now()

  const all = (json: object, short: Record<string, string>, options: SpendOptions): Promise<unknown> =>
    Promise.all(
      Object.entries(json).map(async ([name, value]) => {
        const one = (input: unknown) =>
          // The server judges what is not an address, unless the field has its short name.
          Object(input) === input || name in short ? addressOf(input as ImageInput, options) : input
        const inner = /^(params|body)$/.test(name) && Object(value) === value && !Array.isArray(value)
        const given = PICTURES.test(name)
          ? Array.isArray(value)
            ? Promise.all(value.map(one))
            : one(value)
          : inner
            ? all(value, name === 'body' ? shortNames(String(Object(json).path)) : short, options)
            : value
        return [short[name] ?? name, await given]
      }),
    ).then(Object.fromEntries)

  return (path, json, options) => all(json as object, shortNames(path), options)
}

/** The forms of /api/mobile have fields of these names. */
const shortNames = (path: string): Record<string, string> =>
  path.startsWith('/api/mobile')
    ? {}
    : { image: path.startsWith('/v1') ? 'imageUrl' : 'image_url', images: 'image_urls' }
