import { ServiceError } from '../../base/service-error.ts'
import type { PlatformTerms } from './platform-terms.ts'

/**
 * Refuses a generated picture for a platform that forbids them.
 *
 * @param why what tells that the picture is generated, as a main clause
 * @throws ServiceError `platform_forbids_generated`
 */
export function refuseGenerated({ id, name, forbids_generated }: PlatformTerms, why: string): void {
  if (!forbids_generated) return
  throw new ServiceError(
    'platform_forbids_generated',
    `${why}, and ${name} refuses generated pictures of dishes. Use a photo of the dish. The operator of this server can lift this rule by setting forbids_generated of ${id} to false in the file of PLATELIGHT_PLATFORMS.`,
  )
}
