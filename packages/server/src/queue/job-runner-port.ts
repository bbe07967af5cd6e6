/** The task of the timetable that does work about whole accounts. */
export const ACCOUNT_JOBS_TASK = 'account-jobs'

/** Work that is repeated, by one process at a time. */
export interface PeriodicTask {
  /** In lower case, with hyphens. */
  readonly name: string
  readonly every: 'minute' | 'hour'
  readonly work: () => Promise<unknown>
  /** The message under which an error of the work is logged. */
  readonly failure: string
}

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
