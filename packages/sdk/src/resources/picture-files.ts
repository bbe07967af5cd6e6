import { files } from '#files'
import { noFileSystem } from '../files/picture-input.ts'
import { type DownloadOptions, type LinkCore, openLink, type Saved } from '../transport/open-link.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'

/** A result with pictures, of a call or of a job, or the URL of one. */
export type PictureRef =
  | string
  | {
      /** URL of the only picture. */
      readonly result_url: string
    }
  | {
      /** URL of the enhanced photo. */
      readonly enhanced_url: string
    }
  | {
      /** Several pictures. */
      readonly images: readonly {
        /** URL of the picture. */
        readonly url: string
      }[]
    }
  | {
      /** Layers of a photo. */
      readonly layers: readonly {
        /** URL of the mask. */
        readonly mask_url: string
      }[]
    }

/** Options of reading a picture of a result. */
export interface PictureOptions extends DownloadOptions {
  /** The position of the picture, for a result with several. Default 0. */
  readonly index?: number
}

/** Reads the pictures of results. */
export const pictureFiles = (core: LinkCore) => ({
  /**
   * Saves a picture of a result to disk: the whole file or nothing.
   *
   * @throws PlatelightError `picture_missing` if the result has no such picture; `file_unwritable`.
   *
   * @example
   * const made = await client.images.generateV2({ prompt: 'Tacos on slate', num_outputs: 2 })
   * await client.images.download(made, './tacos-2.jpg', { index: 1 })
   */
  async download(result: PictureRef, path: string | URL, { index, ...options }: PictureOptions = {}): Promise<Saved> {
    if (!files) throw noFileSystem('use content()')
    return files.save(core, urlIn(result, index), path, options)
  },

  /** Returns a picture of a result as a Response with an unread body, for streams, pipes and browsers. */
  content: async (result: PictureRef, { index, ...options }: PictureOptions = {}): Promise<Response> =>
    openLink(core, urlIn(result, index), options),
})

function urlIn(result: PictureRef, index = 0): string {
  const { result_url, enhanced_url, images, layers } = Object(result)
  const pictures = images ?? layers ?? [{ url: result_url ?? enhanced_url ?? result }]
  const { url, mask_url } = Object(pictures[index])
  const found = url ?? mask_url
  if (typeof found === 'string') return found
  throw new PlatelightError('picture_missing', `There is no picture ${index} of ${pictures.length}.`)
}
