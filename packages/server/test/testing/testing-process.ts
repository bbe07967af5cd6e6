// The built server as a process of its own, its data folder and a host of pictures. Scripts use the server only through
// the entries of this folder, its programs and the SDK.

export { imageHost } from '../support/network/image-host.ts'
export { type DatabaseReader, readDatabase } from '../support/read-database.ts'
export { command, createKey, startProcess } from '../support/server-process.ts'
