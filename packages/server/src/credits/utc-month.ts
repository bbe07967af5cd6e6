/** `2026-11`: the UTC month of an ISO time. Allowances and usage are counted by it. */
export const utcMonth = (at: string): string => at.slice(0, 7)

/** When the allowances of a plan renew. */
export const startOfNextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
