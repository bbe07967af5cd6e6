import { basename } from 'node:path'

/** Extensions of the formats that the server reads. A file with another one is a photo if its content is one. */
const PHOTO_NAME = /.\.(jp(e|g|eg)|jf(i|if)|png|webp|hei[cf]|hif|avif|tiff?|gif)$/is

export const hasPhotoName = (path: string): boolean => PHOTO_NAME.test(basename(path))
