import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createEventLog } from './event-log.ts'
import { expireEvents } from './expire-events.ts'

interface Needs {
  readonly config: Pick<Config, 'retention'>
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly queue: Queue
}

/** Events and the log of their deliveries, which are kept for a time. */
export const eventsPart = part(({ config, db, clock, ids, queue }: Needs) => ({
  provides: { events: createEventLog({ clock, ids, queue }) },
  owns: ownedTables({ events: { key: 'id', file: 'events', json: ['body'], without: ['traceparent'] } }),
  timetable: [
    {
      name: 'expire-events',
      every: 'hour',
      work: () => expireEvents(db, clock.now(), config.retention),
      failure: 'old events were not removed',
    },
  ],
}))
