// The parts of the queue that are measured by themselves.
// Scripts reach the server through these entries, its programs and the SDK, and in no other way.

export { randomIds } from '../../src/base/random-ids.ts'
export { openDatabase } from '../../src/database/open-database.ts'
export { poolEngine } from '../../src/engines/thread-pool-engine.ts'
export { createEventLog } from '../../src/events/log/event-log.ts'
