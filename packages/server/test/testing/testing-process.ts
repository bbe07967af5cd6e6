// The built server as a process of its own, its data folder and a host of pictures.
// Scripts reach the server through these entries, its programs and the SDK, and in no other way.

export { imageHost } from '../support/network/image-host.ts'
export { type DatabaseReader, readDatabase } from '../support/read-database.ts'
export { command, createKey, startProcess } from '../support/server-process.ts'
