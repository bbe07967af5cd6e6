import type { Command } from 'commander'
import type { ListFlags } from '../../actions/show-list.ts'
import { wholeNumber } from '../../base/flag-values.ts'
import { listOptions } from '../list-options.ts'
import type { RunAction } from '../run-action.ts'

const pictureId = wholeNumber(1, Number.MAX_SAFE_INTEGER)

/** `platelight images …`. */
export function addImages(program: Command, run: RunAction): void {
  const module = () => import('../../actions/photos/image-actions.ts')
  const images = program.command('images').description('finished pictures of every operation')
  listOptions(images.command('list'))
    .description('list pictures, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listImages(flags, context)))
  listOptions(images.command('conversions'))
    .description('list pictures that were fitted to delivery platforms, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listConversions(flags, context)))
  listOptions(images.command('videos'))
    .description('list reels, newest first')
    .action((flags: ListFlags) =>
      run(async (context) => (await import('../../actions/photos/reel-actions.ts')).listVideos(flags, context)),
    )
  images
    .command('delete')
    .description('delete pictures by their number, together with the photos of the same runs')
    .argument('<number...>', 'as platelight images list shows it', (text: string, earlier: number[] | undefined) => [
      ...(earlier ?? []),
      pictureId(text),
    ])
    .action((ids: number[]) => run(async (context) => (await module()).deleteImages(ids, context)))
}
