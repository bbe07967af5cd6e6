/** Why a file is not taken: no picture that is read, one that is damaged, or one that is too large. */
export type ImageErrorCode = 'unsupported_image' | 'image_unreadable' | 'image_too_large'

/** A file that cannot be worked on. The message is a sentence for whoever sent it. */
export class ImageError extends Error {
  override readonly name = 'ImageError'

  constructor(
    readonly code: ImageErrorCode,
    message: string,
  ) {
    super(message)
  }
}
