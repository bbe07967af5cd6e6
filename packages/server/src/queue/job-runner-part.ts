import { type PeriodicTask, part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import type { JobRunner, JobRunnerTasks } from './job-runner-port.ts'

interface Needs {
  readonly config: Config
  readonly jobs: JobRunner
  readonly dispatcher: { readonly takeTicket: JobRunnerTasks['onTicket'] }
  readonly concurrency: number
  readonly hearDeliveries: JobRunnerTasks['onDeliveriesAdded']
  readonly hearLetters: JobRunnerTasks['onLettersAdded']
  readonly timetable: readonly PeriodicTask[]
}

/** The jobs of this process. Listed after all that takes them, so that they begin last and stop first. */
export const jobRunnerPart = part((needs: Needs) => {
  const { config, jobs, dispatcher, concurrency, hearDeliveries, hearLetters, timetable } = needs
  return {
    start: () =>
      jobs.start({
        concurrency,
        capabilities: config.capabilities,
        onTicket: dispatcher.takeTicket,
        onDeliveriesAdded: hearDeliveries,
        onLettersAdded: hearLetters,
        timetable,
      }),
    // It takes nothing more from here on, and is done when the dispatcher has given everything back.
    drain: jobs.stop,
  }
})
