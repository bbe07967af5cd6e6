// The parts of the queue that are measured separately. Scripts use the server only through the entries of this folder,
// its programs and the SDK.

export { randomIds } from '../../src/base/random-ids.ts'
export { openDatabase } from '../../src/database/open-database.ts'
export { poolEngine } from '../../src/engines/thread-pool-engine.ts'
export { createEventLog } from '../../src/events/log/event-log.ts'
