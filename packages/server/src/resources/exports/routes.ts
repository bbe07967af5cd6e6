import type { Routes } from '../../contract/index.ts'
import type { Engine } from '../../engines/engine.ts'
import { termsOf } from '../../operations/platforms/platform.ts'
import type { Platforms } from '../../operations/platforms/registry.ts'
import { askedBy, type Runs } from '../../runs/runs.ts'
import type { Sources } from '../../runs/sources.ts'
import type { Views } from '../../runs/views.ts'
import { createChecks } from './checks.ts'
import type { exportOrders } from './orders.ts'

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
      const { operation, params } = orders.platform(call.body)
      const run = await runs.finish(operation, params, askedBy(call, 'api'), call.signal)
      return views.result(run) as never
    },

    check: async ({ user, body, signal }) => {
      const terms = body.platforms.map((id) => termsOf(platforms.find(id)))
      return { items: await checks.all(body.image_urls, terms, user.account.id, signal) }
    },
  }
}
