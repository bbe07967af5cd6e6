import type { Work } from '../define-work.ts'
import { fitToPlatform } from '../platforms/fit-to-platform.ts'
import type { PlatformOptimizeDetails, PlatformOptimizeParams } from './platform-optimize-operation.ts'

/** Enhances one photo and fits it to a platform. @throws ServiceError as `fitToPlatform` does */
export const platformOptimizeWork: Work<PlatformOptimizeParams, PlatformOptimizeDetails> = async (
  [photo],
  { terms, subject },
  context,
) => {
  const request = { terms, format: terms.export.format, enhance: true, subject }
  const { details, ...result } = await fitToPlatform(photo, request, context)
  const { platform, before, after } = details
  return { ...result, details: { platform, before, after } }
}
