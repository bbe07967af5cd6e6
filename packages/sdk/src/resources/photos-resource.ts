import { files } from '#files'
import { noFileSystem } from '../files/picture-input.ts'
import type { WithPictures } from '../files/picture-uploads.ts'
import type { EnhancedPhotoFields, PhotoEnhanceRequest, PhotoFields, PhotoFormat } from '../generated/schema.d.ts'
import { type Call, type CallOptions, mapCall, type SpendOptions, type WithResponse } from '../transport/api-call.ts'
import { type DownloadOptions, openLink, type Saved } from '../transport/open-link.ts'
import { createList, type List, type ListParams } from '../transport/paged-list.ts'
import { APIError, ConnectionError, PlatelightError } from '../transport/sdk-errors.ts'
import type { Core } from '../transport/send-request.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** A file of a photo: one of its formats, or `source`, the original photo. */
export type PhotoFile = PhotoFormat | 'source'

/** Methods of a photo object. */
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

/** Parameters of an enhancement. */
export type EnhanceParams = WithPictures<PhotoEnhanceRequest>

/** A reference to a photo: a photo object or an id. */
export type PhotoRef = string | Pick<PhotoFields, 'id' | 'status' | 'enhanced' | 'original'>

/** The photo endpoints of the /v1 family. */
export function photos({ get, one, send, continued }: ResourceMethods, core: Core) {
  const read = one('GET', '/v1/photos/{id}')

  async function stored<T>(
    ref: PhotoRef,
    file: PhotoFile,
    options: CallOptions,
    use: (url: string) => Promise<T>,
  ): Promise<T> {
    if (!ref) throw new PlatelightError('invalid_input', 'A photo or its id must be given.')
    if (typeof ref === 'string') return use(linkOf(await read(ref, options), file))
    const link = linkOf(ref, file)
    try {
      return await use(link)
    } catch (error) {
      // Links expire and change. The photo is read again, once, for its current links.
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
    // Not enumerable, so that the photo prints and serialises as the server sent it.
    return Object.defineProperty(photo, 'download', { value, configurable: true }) as T & PhotoActions
  }

  return {
    /**
     * Enhances a photo: one file per format, 3840 px on the long side unless `upscale` is false.
     * Costs 1 credit, 2 with `removeBackground`; failed requests are not charged. A URL is sent
     * directly; anything else (`{ path }`, Blob, bytes, stream, Response) is uploaded first.
     *
     * @throws BadRequestError if the picture cannot be used: `image_unreachable`, `unsupported_image`,
     *   `image_too_large`, `image_unreadable` …
     * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
     *
     * @example
     * const photo = await client.photos.enhance({ image: { path: './ramen.jpg' }, formats: ['square'] })
     * await photo.download('square', './ramen-square.jpg')
     */
    enhance: (params: EnhanceParams, options?: SpendOptions): Call<EnhancedPhoto> =>
      mapCall(
        continued(
          send('POST', '/v1/photos/enhance', { json: params }, options),
          options,
          (id) => read(id, options).withResponse() as Promise<WithResponse<EnhancedPhotoFields>>,
        ),
        inHand,
      ),

    /**
     * Returns a photo in its current state, with freshly signed links.
     *
     * @throws NotFoundError if the photo does not exist or belongs to another account.
     */
    get: (id: string, options?: CallOptions): Call<Photo> => mapCall(read(id, options), inHand),

    /**
     * Lists the account's photos, newest first.
     *
     * @example
     * for await (const photo of client.photos.list()) console.log(photo.id, photo.enhanced.square)
     */
    list: (params?: ListParams, options?: CallOptions): List<Photo> =>
      createList(send, '/v1/photos', 'photos', undefined, params, options, inHand),

    /** Deletes a photo and its files, and frees their storage. The files are no longer served. */
    delete: one('DELETE', '/v1/photos/{id}'),

    /** Returns the enhancement presets, the values of `preset`. Requires no key. */
    presets: get('/v1/presets'),

    /** Returns the balance, the number of photos this month and the plan's monthly limit. */
    credits: get('/v1/account/credits'),

    /**
     * Saves one file of a photo to disk: the whole file or nothing. If the link has expired or
     * changed, the photo is read again once for a new link.
     *
     * @throws PlatelightError `format_missing` if the photo has no such file; `file_unwritable`.
     */
    download,

    /** Returns one file of a photo as a Response with an unread body, for streams, pipes and browsers. */
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
