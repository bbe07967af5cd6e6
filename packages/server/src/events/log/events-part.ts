import { part } from '../../base/compose.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createEventLog } from './event-log.ts'
import { expireEvents } from './expire-events.ts'

/** Events, which are kept for thirty days. */
export const eventsPart = part(({ db, clock, ids, queue }: { db: Db; clock: Clock; ids: Ids; queue: Queue }) => ({
  provides: { events: createEventLog({ clock, ids, queue }) },
  owns: ownedTables({ events: { key: 'id', file: 'events', json: ['body'] } }),
  timetable: [
    {
      name: 'expire-events',
      every: 'hour',
      work: () => expireEvents(db, clock.now()),
      failure: 'old events were not removed',
    },
  ],
}))
