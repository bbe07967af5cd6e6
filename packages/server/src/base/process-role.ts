/** What a process does: it answers requests, works on runs, or both. */
export const PROCESS_ROLES = ['all', 'api', 'worker'] as const

export type ProcessRole = (typeof PROCESS_ROLES)[number]
