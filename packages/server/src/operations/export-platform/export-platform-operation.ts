import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import type { PlatformOptimizeDetails } from '../platform-optimize/platform-optimize-operation.ts'
import { exportFormat } from '../platforms/export-format.ts'
import { type PlatformTerms, termsOf } from '../platforms/platform-terms.ts'
import { CREDITS } from '../prices.ts'

export interface ExportPlatformParams {
  readonly image_url: string
  readonly platform: string
  readonly terms: PlatformTerms
  readonly subject?: SubjectHint
  /** A format that the platform accepts; by default that of its profile. */
  readonly format?: OutputFormat
}

export type ExportPlatformDetails = PlatformOptimizeDetails &
  Pick<Schemas['PlatformExport'], 'format' | 'bytes' | 'quality'>

/** Fits a photo to the rules of one platform. Light and colour stay the same. */
export const exportPlatform = defineOperation<'export-platform', ExportPlatformParams, ExportPlatformDetails>({
  name: 'export-platform',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  bodies: {
    'exports.platform': ({ image_url, platform, subject, format }, { platforms }) => {
      const row = platforms.find(platform)
      const terms = termsOf(row)
      return { image_url, platform, terms, ...(subject && { subject }), format: exportFormat(row, format) }
    },
  },
  credits: () => CREDITS['export-platform'],
  sources: ({ image_url }) => [image_url],
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 0.15, cutout: 1.5 }),
  reply: pictureReply,
})
