import { DAY_MS } from '../base/durations.ts'
import type { LeadsTable } from '../database/schema/lead-tables.ts'
import type { SubscribedList } from '../mail/store/subscriber-repository.ts'

export type LeadKind = LeadsTable['kind']

interface LeadRules {
  /** How long a form is kept that began no subscription. */
  readonly keptMs: number
  /** The lists that it begins when its sender confirms that they want marketing. */
  readonly lists: readonly SubscribedList[]
}

/**
 * The rules of each kind of form. A form for the newsletter is kept a little longer than the link that confirms it can work:
 * its letter may be delayed for four days.
 */
export const LEAD_RULES: Readonly<Record<LeadKind, LeadRules>> = {
  newsletter: { keptMs: 14 * DAY_MS, lists: ['newsletter'] },
  'resource-download': { keptMs: 90 * DAY_MS, lists: ['newsletter', 'offers'] },
  'guide-download': { keptMs: 90 * DAY_MS, lists: ['newsletter', 'offers'] },
  contact: { keptMs: 365 * DAY_MS, lists: [] },
  'audit-request': { keptMs: 365 * DAY_MS, lists: ['newsletter', 'offers'] },
}

export const LEAD_KINDS = Object.keys(LEAD_RULES) as readonly LeadKind[]
