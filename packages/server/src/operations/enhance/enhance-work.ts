import type { Work } from '../define-work.ts'
import type { EnhanceParams } from './enhance-params.ts'
import { enhancePhoto } from './enhance-photo.ts'

/** Enhances one photo. @throws ServiceError as `enhancePhoto` does */
export const enhanceWork: Work<EnhanceParams> = async ([photo, made], params, context) => {
  if (!photo) throw new Error('enhance works on one photo')
  const { source: _, ...result } = await enhancePhoto(photo, params, context.limits, context.networks, context, made)
  return result
}
