import { PLANS, type Plan } from '../account-plan.ts'
import type { SettingReaders } from '../config/setting-readers.ts'
import { DAY_MS } from '../durations.ts'

/** How many days something is kept for accounts of each plan; Infinity until its owner deletes it. */
export type KeptDays = Readonly<Record<Plan, number>>

export interface RetentionSettings {
  /** Photos with their results, from when they were finished. */
  readonly results: KeptDays
  /** The photos that results were made of. */
  readonly originals: KeptDays
  /** What was asked for and answered, of runs without results. */
  readonly runs: KeptDays
  readonly events: KeptDays
  readonly deliveries: KeptDays
  readonly letters: KeptDays
}

const MOST_DAYS = 36_500

/** A number of days for every plan, or `Free=30, Starter=90`. 0 is without end. */
export function readRetention({ text }: SettingReaders, problems: string[]): RetentionSettings {
  const days = (name: string, fallback: number): KeptDays => {
    const kept = Object.fromEntries(PLANS.map((plan) => [plan, fallback])) as Record<Plan, number>
    const given = (text(name) ?? '').split(',').flatMap((one) => one.trim() || [])
    for (const one of given) {
      const [, plan, count] = /^(?:(\w+)\s*=\s*)?(\d{1,5})$/.exec(one) ?? []
      const plans = plan === undefined && given.length === 1 ? PLANS : PLANS.filter((known) => known === plan)
      if (plans.length === 0 || Number(count) > MOST_DAYS)
        problems.push(
          `${name} contains "${one}"; it takes days, such as 90, or days of plans, such as Free=30, Starter=90 (plans: ${PLANS.join(', ')}; 0 keeps things until they are deleted; at most ${MOST_DAYS})`,
        )
      for (const known of plans) kept[known] = Number(count) || Number.POSITIVE_INFINITY
    }
    return kept
  }
  return {
    results: days('PLATELIGHT_RETENTION_RESULTS_DAYS', Number.POSITIVE_INFINITY),
    originals: days('PLATELIGHT_RETENTION_ORIGINALS_DAYS', Number.POSITIVE_INFINITY),
    runs: days('PLATELIGHT_RETENTION_RUNS_DAYS', Number.POSITIVE_INFINITY),
    events: days('PLATELIGHT_RETENTION_EVENTS_DAYS', 30),
    deliveries: days('PLATELIGHT_RETENTION_DELIVERIES_DAYS', 30),
    letters: days('PLATELIGHT_RETENTION_LETTERS_DAYS', 30),
  }
}

/** What is over for accounts of some plans. */
export interface Cutoff {
  readonly plans: readonly Plan[]
  /** Everything from before this time. */
  readonly before: string
}

/** Plans with the same time are together. Those that keep things without end are left out. */
export function cutoffsOf(kept: KeptDays, now: Date): Cutoff[] {
  const groups = new Map<number, Plan[]>()
  for (const plan of PLANS) {
    const days = kept[plan]
    if (Number.isFinite(days)) groups.set(days, [...(groups.get(days) ?? []), plan])
  }
  return [...groups].map(([days, plans]) => ({ plans, before: new Date(now.getTime() - days * DAY_MS).toISOString() }))
}
