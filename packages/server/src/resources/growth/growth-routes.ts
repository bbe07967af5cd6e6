import type { Routes } from '../../contract/index.ts'
import type { UsageTracking } from './usage-tracking.ts'

/** Consent to usage tracking, and the events of an account that consents. */
export const growthRoutes = ({ usageTracking }: { readonly usageTracking: UsageTracking }): Routes<'growth'> => ({
  consent: ({ user, body }) => usageTracking.setConsent(user.account.id, body),
  events: ({ user, body }) => usageTracking.record(user.account.id, body),
})
