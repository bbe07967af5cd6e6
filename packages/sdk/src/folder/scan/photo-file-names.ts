import { basename } from 'node:path'

/** Extensions of the formats that the server reads. A photo that is given by itself may have any extension. */
const PHOTO_NAME = /.\.(jpe?g|png|webp|hei[cf]|avif|tiff?|gif)$/is

export const hasPhotoName = (path: string): boolean => PHOTO_NAME.test(basename(path))
