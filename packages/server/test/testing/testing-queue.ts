// The parts of the queue that are measured separately. Scripts use the server only through the entries of this folder,
// its programs and the SDK.

export { randomIds } from '../../src/base/random-ids.ts'
export type { OpenDatabase } from '../../src/database/open-database.ts'
export { openSqlite } from '../../src/database/open-sqlite.ts'
export { openPostgres } from '../../src/database/postgres/open-postgres.ts'
export { poolEngine } from '../../src/engines/thread-pool-engine.ts'
export { createEventLog } from '../../src/events/log/event-log.ts'
export { PRIORITY, type Priority } from '../../src/runs/run-priority.ts'
export { claimNextRun } from '../../src/runs/scheduling/claim-run.ts'
