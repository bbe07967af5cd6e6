import { part } from '../../base/compose.ts'
import { DAY_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { UncoveredProxy } from '../../http/stages/proxy-watch.ts'
import { installationRepository } from './installation-repository.ts'

const ROW = 'uncovered proxy'

/** Remembers a proxy that is not covered, so that `doctor` knows it. */
export const notedProxyPart = part(({ db, clock }: { db: Db; clock: Clock }) => ({
  provides: {
    noteProxy: (proxy: UncoveredProxy): void =>
      // An hour later the next attempt follows.
      void installationRepository(db)
        .replace(new Map([[ROW, JSON.stringify(proxy)]]), clock.now().toISOString())
        .catch(() => {}),
  },
}))

/** A proxy that was seen within a day while as many were trusted as now. */
export async function notedProxy(db: Db, trusted: number): Promise<UncoveredProxy | undefined> {
  const row = await installationRepository(db).find(ROW)
  if (row === undefined || Date.parse(row.confirmed_at) < Date.now() - DAY_MS) return undefined
  const proxy = JSON.parse(row.value) as UncoveredProxy
  return proxy.trusted === trusted ? proxy : undefined
}
