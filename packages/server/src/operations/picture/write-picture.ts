import { type EncodeOptions, encodeImage } from '@platelight/imaging/codec/encode/encode-image.ts'
import { extensionOf, mimeOf, type OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SourceType } from '@platelight/imaging/codec/metadata/digital-source-type.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { Faithfulness, OutputImage } from '../define-work.ts'
import { beginStage, type Reporting } from './progress-stages.ts'

/** The label of pictures of each class, from the IPTC list of digital source types. */
export const SOURCE_TYPE = {
  faithful: 'algorithmicallyEnhanced',
  retouch: 'algorithmicallyEnhanced',
  generative: 'compositeWithTrainedAlgorithmicMedia',
  preview: 'algorithmicMedia',
} as const satisfies Record<Faithfulness, SourceType>

export interface WriteOptions extends Pick<EncodeOptions, 'credits' | 'crop' | 'size'> {
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat | undefined
  readonly faithfulness: Faithfulness
  /** The label, where it is not that of the class. */
  readonly source?: SourceType
}

/**
 * Writes the only output of an operation on one picture.
 *
 * @example images: [await writePicture(pixels, { format, credits, faithfulness: 'retouch' }, context)]
 */
export async function writePicture(
  pixels: Pixels,
  { format, faithfulness, source = SOURCE_TYPE[faithfulness], ...options }: WriteOptions,
  context: Reporting,
  name = 'original',
): Promise<OutputImage> {
  beginStage(context, 'Writing the result')
  const written = format ?? (pixels.channels === 4 ? 'png' : 'jpeg')
  const bytes = await encodeImage(pixels, { ...options, format: written, source })
  const { width, height } = options.size ?? options.crop ?? pixels
  return { name, bytes, width, height, mime: mimeOf(written), extension: extensionOf(written) }
}
