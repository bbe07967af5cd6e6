import { basename } from 'node:path'

/** Extensions of what the server can read. A photo that is named by itself may have any other: its content decides. */
const PHOTO_NAME = /.\.(jpe?g|png|webp|hei[cf]|avif|tiff?|gif)$/is

export const hasPhotoName = (path: string): boolean => PHOTO_NAME.test(basename(path))
