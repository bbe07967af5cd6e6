import { part } from '../../base/compose.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Routes } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import { createUsageTracking } from './usage-tracking.ts'

/** Consent to usage tracking, and the events of an account that consents. */
export const growthNoun = part(({ db, ids, clock }: { db: Db; ids: Ids; clock: Clock }) => {
  const usage = createUsageTracking({ db, ids, clock })
  const growth: Routes<'growth'> = {
    consent: ({ user, body }) => usage.setConsent(user.account.id, body),
    events: ({ user, body }) => usage.record(user.account.id, body),
  }
  return {
    provides: { expireUsage: usage.expire },
    routes: { growth },
    owns: ownedTables({
      growth_consents: { key: 'account_id', file: 'usage-consent' },
      growth_events: { key: 'event_id', file: 'usage-events', json: ['properties'] },
    }),
    timetable: [
      { name: 'expire-usage', every: 'hour', work: usage.expire, failure: 'old usage events were not removed' },
    ],
  }
})
