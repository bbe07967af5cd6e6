import { Argument, type Command, Option } from 'commander'
import type { WaitFlags } from '../../actions/jobs/job-actions.ts'
import type { JobType, SubmitFlags } from '../../actions/jobs/submit-actions.ts'
import type { WatchFlags } from '../../actions/jobs/watch-actions.ts'
import type { ListJobsFlags } from '../../actions/photos/image-actions.ts'
import { creditAmount, repeated, timeSpan } from '../../base/flag-values.ts'
import { DAY_SECONDS } from '../../base/time-units.ts'
import { JOB_STATES, JOB_TYPES } from '../../generated/cli-enums.ts'
import { setExplanation } from '../help-format.ts'
import { listOptions } from '../list-options.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight jobs …`. */
export function addJobs(program: Command, run: RunAction): void {
  const jobs = program.command('jobs').description('work on the server, running and finished')
  const module = () => import('../../actions/jobs/job-actions.ts')
  const submit = jobs
    .command('submit')
    .summary('queue work; prints the id of the job')
    .description(
      [
        'Queue work and print the id of the job. The parameters are the body of the call of the same name:',
        'process_image takes one picture and the steps of /api/process, the others the body of /api/generate, /api/upscale,',
        '/api/compose or /api/batch-process. A field may be a local photo, which is uploaded first.',
      ].join(' '),
    )
    .addArgument(new Argument('<type>', 'what to do').choices(JOB_TYPES))
    .option('--params <json>', 'the parameters as JSON')
    .option('--params-file <file>', 'a file with the parameters, or - for standard input')
    .option('-f, --raw-field <name=value>', 'a parameter as text; may be repeated', repeated)
    .option('-F, --field <name=value>', 'a number, true, false, null, @photo, or text; may be repeated', repeated)
    .option('--max-credits <n>', 'refuse the job if it costs more', creditAmount)
    .option('--wait', 'wait until the job ends, as jobs wait does')
    .option('--dry-run', 'show the price; send nothing')
  setExplanation(submit, {
    examples: [
      [
        'platelight jobs submit upscale -F image_url=@ramen.jpg -F scale=4 --wait',
        'uploads a local photo and waits for the result',
      ],
      ['platelight jobs submit upscale -f image_url=https://example.com/a.jpg --dry-run', 'what it would cost'],
    ],
  })
  submit.addOption(deadline()).action((type: JobType, flags: SubmitFlags) => {
    const waitFlags = withTimeout(flags, submit)
    return run(async (context) =>
      (await import('../../actions/jobs/submit-actions.ts')).submitJob(type, waitFlags, context),
    )
  })
  jobs
    .command('status')
    .description('show the state and the result of a job')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await module()).jobStatus(id, context)))
  const wait = jobs
    .command('wait')
    .description('wait for jobs to end and show their results; exit code 9 when one failed')
    .argument('<id...>')
    .addOption(deadline())
    .action((ids: string[], flags: WaitFlags) => {
      const waitFlags = withTimeout(flags, wait)
      return run(async (context) => (await module()).waitForJobs(ids, waitFlags, context))
    })
  jobs
    .command('watch')
    .description('follow one job to its end, or all running jobs until none is left')
    .argument('[id]')
    .option('--follow', 'keep watching when no job is running')
    .action((id: string | undefined, flags: WatchFlags) =>
      run(async (context) => (await import('../../actions/jobs/watch-actions.ts')).watchJobs(id, flags, context)),
    )
  jobs
    .command('cancel')
    .description('cancel jobs that have not ended; finished items of a batch are kept')
    .argument('<id...>')
    .action((ids: string[]) => run(async (context) => (await module()).cancelJobs(ids, context)))
  listOptions(jobs.command('list'))
    .description('list jobs, newest first')
    .addOption(new Option('--status <state>', 'only these').choices(JOB_STATES))
    .action((flags: ListJobsFlags) =>
      run(async (context) => (await import('../../actions/photos/image-actions.ts')).listJobs(flags, context)),
    )
  jobs
    .command('queue')
    .description('show how busy the server is: waiting jobs, running jobs, workers')
    .action(() => run(async (context) => (await import('../../actions/jobs/job-actions.ts')).showQueue(context)))
}

const deadline = () =>
  new Option('--deadline <time>', 'stop waiting after this time, such as 90s or 10m; the job continues').argParser(
    timeSpan(DAY_SECONDS),
  )

/** A typed --timeout is also the deadline of the wait. A timeout from a file applies only to requests. */
function withTimeout<Flags extends WaitFlags>(flags: Flags, command: Command): Flags {
  const { timeout } = command.optsWithGlobals<{ timeout?: number }>()
  if (flags.deadline !== undefined || command.getOptionValueSourceWithGlobals('timeout') !== 'cli') return flags
  return timeout === undefined ? flags : { ...flags, deadline: timeout }
}
