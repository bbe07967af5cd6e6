import type { Work } from '../define-work.ts'
import { fitToPlatform } from '../platforms/fit-to-platform.ts'
import type { ExportPlatformDetails, ExportPlatformParams } from './export-platform-operation.ts'

/** Fits one photo to a platform. @throws ServiceError as `fitToPlatform` does */
export const exportPlatformWork: Work<ExportPlatformParams, ExportPlatformDetails> = (
  [photo],
  { terms, subject, format },
  context,
) => fitToPlatform(photo, { terms, format: format ?? terms.export.format, enhance: false, subject }, context)
