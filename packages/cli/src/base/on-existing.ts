import type { OnExisting } from '@platelight/sdk/node'

/**
 * What can be done when a result exists already. The list is written here and not imported, because commands are declared
 * with it and a declaration loads nothing but commander.
 */
export const ON_EXISTING = ['skip', 'overwrite', 'rename'] as const satisfies readonly OnExisting[]
