import type { OnExisting } from '@platelight/sdk/node'

/**
 * The ways to treat an existing result. The list is repeated here instead of imported: command declarations use it, and
 * they load only commander.
 */
export const ON_EXISTING = ['skip', 'overwrite', 'rename'] as const satisfies readonly OnExisting[]
