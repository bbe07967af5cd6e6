import type { PeriodicTask } from '../base/compose.ts'

/** The task of the timetable that does work about whole accounts. */
export const ACCOUNT_JOBS_TASK = 'account-jobs'

export interface Ticket {
  readonly capability: string
  /** Whether it came with a run for which no caller waits. */
  readonly nobodyWaits: boolean
}

export interface JobRunnerTasks {
  /** The number of tickets that this process holds at the same time. */
  readonly concurrency: number
  /** What this process can do. */
  readonly capabilities: readonly string[]
  /** Called with a ticket, which is permission to claim one run. Resolves when the ticket is used up. */
  readonly onTicket: (ticket: Ticket) => Promise<void>
  /** Called with the job of sending events. */
  readonly onDeliveriesAdded: (endpointIds: readonly string[]) => Promise<void>
  /** Called with the job of sending letters. */
  readonly onLettersAdded: () => Promise<void>
  readonly timetable: readonly PeriodicTask[]
}

/** Gives this process its work: tickets, events and letters to send, and the timetable. */
export interface JobRunner {
  /** Whether runs are claimed with tickets. Without them, a process claims whatever it finds. */
  readonly usesTickets: boolean
  /** The name under which this process holds tickets; null when it holds none. */
  readonly pool: () => string | null
  start(tasks: JobRunnerTasks): Promise<void>
  /** Takes nothing more. Resolves when what was taken is done. */
  stop(): Promise<void>
}
