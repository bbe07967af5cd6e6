// The built server as a process of its own, its data folder, its database and a host of pictures. Scripts use the server only
// through the entries of this folder, its programs and the SDK.

export { isDatabaseLost } from '../../src/base/database-error.ts'
export type { Db } from '../../src/database/open-database.ts'
export { auditLedger } from '../../src/purchases/audit/audit-ledger.ts'
export { damageOf, readDatabase, ticketsLeft } from '../support/database/read-database.ts'
export { imageHost } from '../support/network/image-host.ts'
export { commandWith, createKey, startProcess } from '../support/server-process.ts'
export { connected, startCluster, statements } from '../support/services/postgres-cluster.ts'
