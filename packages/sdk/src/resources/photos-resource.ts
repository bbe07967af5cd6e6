import { files } from '#files'
import { type FileInput, type ImageInput, noFileSystem, urlOfInput } from '../files/picture-input.ts'
import type { EnhancedPhotoFields, PhotoEnhanceRequest, PhotoFields, PhotoFormat } from '../generated/schema.d.ts'
import {
  type Call,
  type CallOptions,
  createCall,
  mapCall,
  type SpendOptions,
  type WithResponse,
} from '../transport/api-call.ts'
import { type DownloadOptions, openLink, type Saved } from '../transport/open-link.ts'
import { createList, type List, type ListParams } from '../transport/paged-list.ts'
import { APIError, ConnectionError, PlatelightError } from '../transport/sdk-errors.ts'
import type { Core } from '../transport/send-request.ts'
import type { ResourceMethods } from './resource-methods.ts'
import type { uploads } from './uploads-resource.ts'

/** A file of a photo: one of its formats, or `source`, the picture that came in. */
export type PhotoFile = PhotoFormat | 'source'

/** What a photo in hand can do. */
export interface PhotoActions {
  /**
   * Saves one file of the photo. See `client.photos.download`.
   *
   * @example
   * await photo.download('square', './out/ramen-square.jpg')
   */
  download(file: PhotoFile, path: string | URL, options?: DownloadOptions): Promise<Saved>
}

/** An enhancement in any state, with its fields as the server sent them. */
export type Photo = PhotoFields & PhotoActions
/** A finished enhancement, with its fields as the server sent them. */
export type EnhancedPhoto = EnhancedPhotoFields & PhotoActions

/** What an enhancement takes. */
export interface EnhanceParams extends Omit<PhotoEnhanceRequest, 'imageUrl'> {
  /** The address of a photo, or its bytes: `{ path }`, a Blob, a buffer or a stream. Bytes are uploaded first. */
  readonly image: ImageInput
}

/** Anything that names a photo: one in hand, or an id. */
export type PhotoRef = string | Pick<PhotoFields, 'id' | 'status' | 'enhanced' | 'original'>

/** The /v1 photo family. */
export function photos(
  { get, one, send, continued }: ResourceMethods,
  core: Core,
  { create }: ReturnType<typeof uploads>,
) {
  const read = one('GET', '/v1/photos/{id}')

  async function stored<T>(ref: PhotoRef, file: PhotoFile, options: CallOptions, use: (url: string) => Promise<T>) {
    if (typeof ref === 'string') return use(linkOf(await read(ref, options), file))
    const link = linkOf(ref, file)
    try {
      return await use(link)
    } catch (error) {
      // Links expire and move. The photo knows its present ones, so it is read again, once.
      if (!mayBeStale(error)) throw error
      const fresh = linkOf(await read(ref.id, options), file)
      if (fresh === link) throw error
      return use(fresh)
    }
  }

  async function download(ref: PhotoRef, file: PhotoFile, path: string | URL, options: DownloadOptions = {}) {
    const disk = files
    if (!disk) throw noFileSystem('use content()')
    return stored(ref, file, options, (url) => disk.save(core, url, path, options))
  }

  const inHand = <T extends PhotoFields>(photo: T): T & PhotoActions => {
    const value: PhotoActions['download'] = (file, path, options) => download(photo, file, path, options)
    // Not enumerable, so that the photo still prints and serialises as the wire's.
    return Object.defineProperty(photo, 'download', { value, configurable: true }) as T & PhotoActions
  }

  return {
    /**
     * Enhances a photo: one file per format, 3840 px on the long side unless `upscale` is false.
     * Costs 1 credit, 2 with `removeBackground`; a failure costs nothing. An address goes straight
     * to the service; anything else (`{ path }`, Blob, bytes, stream, Response) is uploaded first.
     *
     * @throws BadRequestError when the picture cannot be used: `image_unreachable`, `unsupported_image`,
     *   `image_too_large`, `image_unreadable` …
     * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
     *
     * @example
     * const photo = await client.photos.enhance({ image: { path: './ramen.jpg' }, formats: ['square'] })
     * await photo.download('square', './ramen-square.jpg')
     */
    enhance({ image, ...rest }: EnhanceParams, options: SpendOptions = {}): Call<EnhancedPhoto> {
      const run = async () => {
        const { idempotencyKey: _, maxCredits: __, ...common } = options
        const imageUrl = urlOfInput(image) ?? (await create(image as FileInput, common)).url
        const made = continued(
          send('POST', '/v1/photos/enhance', { json: { imageUrl, ...rest } }, options),
          options,
          (id) => read(id, common).withResponse() as Promise<WithResponse<EnhancedPhotoFields>>,
        )
        return mapCall(made, inHand).withResponse()
      }
      return createCall(run())
    },

    /**
     * A photo in its present state, with addresses signed anew.
     *
     * @throws NotFoundError when there is none, or it is somebody else's.
     */
    get: (id: string, options?: CallOptions): Call<Photo> => mapCall(read(id, options), inHand),

    /**
     * The account's photos, newest first.
     *
     * @example
     * for await (const photo of client.photos.list()) console.log(photo.id, photo.enhanced.square)
     */
    list: (params?: ListParams, options?: CallOptions): List<Photo> =>
      createList(send, '/v1/photos', 'photos', undefined, params, options, inHand),

    /** Deletes a photo and frees its storage; its files stop answering at once. */
    delete: one('DELETE', '/v1/photos/{id}'),

    /** The enhancement presets: what can be given as `preset`. Needs no key. */
    presets: get('/v1/presets'),

    /** The balance and the photos of this month, against the plan's monthly limit. */
    credits: get('/v1/account/credits'),

    /**
     * Saves one file of a photo to disk: the whole file or none. A link that has expired or moved is
     * replaced by reading the photo again, once.
     *
     * @throws PlatelightError `format_missing` when the photo has no such file; `file_unwritable`.
     */
    download,

    /** One file of a photo as a Response, its body still to be read: for streams, pipes and browsers. */
    content: (ref: PhotoRef, file: PhotoFile, options: DownloadOptions = {}): Promise<Response> =>
      stored(ref, file, options, (url) => openLink(core, url, options)),
  }
}

function linkOf({ id, status, enhanced, original }: Exclude<PhotoRef, string>, file: PhotoFile): string {
  const links: Readonly<Record<string, string>> = { ...enhanced, ...(original && { source: original.url }) }
  const url = links[file]
  if (url !== undefined) return url
  const known = Object.keys(links).join(', ') || 'none'
  throw new PlatelightError('format_missing', `Photo ${id} (${status}) has no ${file}; it has: ${known}.`)
}

const mayBeStale = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof APIError && [403, 404, 410].includes(error.status))
