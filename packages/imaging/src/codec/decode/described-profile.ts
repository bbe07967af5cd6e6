import type { Metadata } from 'sharp'
import type { AcceptedFormat } from '../file/image-formats.ts'
import { profileOfExif } from '../metadata/exif-colours.ts'
import { profileOfPng } from './png-chunks.ts'

/** The profile for RGB that PNG chunks or EXIF describe, if there is no embedded profile. */
export const describedProfile = (
  file: Uint8Array,
  format: AcceptedFormat,
  header: Metadata,
): Uint8Array | undefined => {
  const fromChunks = format === 'png' ? profileOfPng(file) : undefined
  if (fromChunks || header.icc || !/^s?rgb/.test(header.space)) return fromChunks
  // A TIFF file has no EXIF block, because it has the structure of one.
  const exif = format === 'tiff' ? file : header.exif
  return exif && profileOfExif(exif)
}
