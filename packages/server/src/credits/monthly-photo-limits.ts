import type { Plan } from '../base/account-plan.ts'

/** Photos per UTC month through /v1, by plan. */
export const MONTHLY_PHOTO_LIMITS: Readonly<Record<Plan, number>> = {
  Free: 100,
  Starter: 500,
  Growth: 2_000,
  Pro: Number.POSITIVE_INFINITY,
  Enterprise: Number.POSITIVE_INFINITY,
}
