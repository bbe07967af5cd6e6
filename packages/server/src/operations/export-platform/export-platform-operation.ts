import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation } from '../define-operation.ts'
import type { PlatformTerms } from '../platforms/platform-terms.ts'
import { CREDITS } from '../prices.ts'

export interface ExportPlatformParams {
  readonly image_url: string
  readonly platform: string
  readonly terms: PlatformTerms
  /** One that the platform takes; that of its profile by default. */
  readonly format?: OutputFormat
}

/** Brings a photo to the rules of one platform; light and colour stay as they are. */
export const exportPlatform = defineOperation<ExportPlatformParams>({
  name: 'export-platform',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  deadlineSeconds: 60,
  credits: () => CREDITS.exportPlatform,
  sources: ({ image_url }) => [image_url],
})
