/** Why a file is refused: its format is not supported, it is damaged, or it is too large. */
export type ImageErrorCode = 'unsupported_image' | 'image_unreadable' | 'image_too_large'

/** A file cannot be used. The message is written for the caller who sent it. */
export class ImageError extends Error {
  override readonly name = 'ImageError'

  constructor(
    readonly code: ImageErrorCode,
    message: string,
  ) {
    super(message)
  }
}
