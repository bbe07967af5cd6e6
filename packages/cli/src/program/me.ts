import { type Command, Option } from 'commander'
import type { WaitFlags } from '../commands/jobs.ts'
import type { ListFlags } from '../commands/lists.ts'
import type { ListJobsFlags } from '../commands/me.ts'
import { timeSpan, wholeNumber } from '../flags.ts'
import { listOptions } from './list-options.ts'
import type { Run } from './run.ts'

const pictureId = wholeNumber(1, Number.MAX_SAFE_INTEGER)

/** `platelight images …` and `platelight jobs …`: what belongs to the signed-in user. */
export function addMe(program: Command, run: Run): void {
  const module = () => import('../commands/me.ts')
  const images = program.command('images').description('finished pictures of every operation')
  listOptions(images.command('list'))
    .description('list pictures, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listImages(flags, context)))
  images
    .command('delete')
    .description('delete pictures by their number, with the photos of the same runs')
    .argument('<number...>', 'as platelight images list shows it', (text: string, earlier: number[] | undefined) => [
      ...(earlier ?? []),
      pictureId(text),
    ])
    .action((ids: number[]) => run(async (context) => (await module()).deleteImages(ids, context)))

  const jobs = program.command('jobs').description('work on the server, running and finished')
  listOptions(jobs.command('list'))
    .description('list jobs, newest first')
    .addOption(new Option('--status <state>', 'only these').choices(['processing', 'completed', 'failed']))
    .action((flags: ListJobsFlags) => run(async (context) => (await module()).listJobs(flags, context)))
  const jobModule = () => import('../commands/jobs.ts')
  jobs
    .command('status')
    .description('show what a job is at, and what came of it')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await jobModule()).jobStatus(id, context)))
  jobs
    .command('wait')
    .description('wait for a job to end')
    .argument('<id>')
    .option('--deadline <time>', 'give up waiting after this, such as 90s or 10m; the job goes on', timeSpan(86_400))
    .action((id: string, flags: WaitFlags) =>
      run(async (context) => (await jobModule()).waitForJob(id, flags, context)),
    )
  jobs
    .command('cancel')
    .description('revoke jobs that have not ended; what a batch has finished stays')
    .argument('<id...>')
    .action((ids: string[]) => run(async (context) => (await jobModule()).cancelJobs(ids, context)))
}
