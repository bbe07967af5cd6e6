import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The folder of the server's own package, with the files that come with it beside its code. */
export const serverFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('@platelight/server/package.json'))
