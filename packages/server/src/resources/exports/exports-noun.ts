import { part } from '../../base/compose.ts'
import type { Routes } from '../../contract/index.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { Platforms } from '../../operations/platforms/platform-registry.ts'
import { termsOf } from '../../operations/platforms/platform-terms.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import type { RunEndpoints } from '../../runs/run-endpoints.ts'
import { createChecks } from './platform-checks.ts'

interface Needs {
  readonly engineFor: EngineFor
  readonly sources: Pick<Sources, 'check' | 'load'>
  readonly platforms: Platforms
  readonly runEndpoints: RunEndpoints
}

/** Pictures for delivery platforms, and what is wrong with those that are there. */
export const exportsNoun = part((needs: Needs) => {
  const { platforms, runEndpoints } = needs
  const checks = createChecks(needs)
  const exports: Routes<'exports'> = {
    ...runEndpoints('exports'),
    check: async ({ user, body, signal }) => {
      const terms = body.platforms.map((id) => termsOf(platforms.find(id)))
      return { items: await checks.all(body.image_urls, terms, user.account.id, signal) }
    },
  }
  return { routes: { exports } }
})
