import type { Routes } from '../../contract/index.ts'
import type { Engine } from '../../engines/engine-port.ts'
import type { Platforms } from '../../operations/platforms/platform-registry.ts'
import { termsOf } from '../../operations/platforms/platform-terms.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import type { exportOrders } from './export-orders.ts'
import { createChecks } from './platform-checks.ts'

export const exportRoutes = (deps: {
  runs: Runs
  views: Views
  engine: Engine
  sources: Pick<Sources, 'check' | 'load'>
  platforms: Platforms
  orders: ReturnType<typeof exportOrders>
}): Routes<'exports'> => {
  const { runs, views, platforms, orders } = deps
  const checks = createChecks(deps)
  return {
    platform: async (call) => {
      const run = await runs.startAndWait(orders.platform(call.body), runRequestOf(call, 'api'), call.signal)
      return views.result(run) as never
    },

    check: async ({ user, body, signal }) => {
      const terms = body.platforms.map((id) => termsOf(platforms.find(id)))
      return { items: await checks.all(body.image_urls, terms, user.account.id, signal) }
    },
  }
}
