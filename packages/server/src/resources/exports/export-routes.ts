import type { Routes } from '../../contract/index.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { Platforms } from '../../operations/platforms/platform-registry.ts'
import { termsOf } from '../../operations/platforms/platform-terms.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import { createChecks } from './platform-checks.ts'

/** The endpoints without an image operation. exports.platform has one. */
export const exportRoutes = (deps: {
  engineFor: EngineFor
  sources: Pick<Sources, 'check' | 'load'>
  platforms: Platforms
}): Routes<'exports', 'platform'> => {
  const { platforms } = deps
  const checks = createChecks(deps)
  return {
    check: async ({ user, body, signal }) => {
      const terms = body.platforms.map((id) => termsOf(platforms.find(id)))
      return { items: await checks.all(body.image_urls, terms, user.account.id, signal) }
    },
  }
}
