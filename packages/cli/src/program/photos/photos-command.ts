import { type Command, Option } from 'commander'
import type { DownloadFlags } from '../../actions/photos/download-actions.ts'
import type { ListFlags } from '../../actions/show-list.ts'
import { namesOf } from '../../base/flag-values.ts'
import { ON_EXISTING } from '../../base/on-existing.ts'
import { FORMATS } from '../../generated/cli-enums.ts'
import { listOptions } from '../list-options.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight photos …`. */
export function addPhotos(program: Command, run: RunAction): void {
  const photos = program.command('photos').description('the photos on the server')
  const module = () => import('../../actions/photos/photo-actions.ts')
  listOptions(photos.command('list'))
    .description('list photos, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listPhotos(flags, context)))
  photos
    .command('get')
    .description('show one photo and the URLs of its pictures')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await module()).getPhoto(id, context)))
  photos
    .command('download')
    .description('save the pictures of photos')
    .argument('[id...]')
    .option('--all', 'save the pictures of every photo')
    .option('-o, --out <folder>', 'folder for the pictures', '.')
    .option('--formats <names>', 'only these crops', namesOf(FORMATS))
    .addOption(
      new Option('--on-existing <what>', 'what to do when a picture exists already')
        .choices(ON_EXISTING)
        .default('skip'),
    )
    .action((ids: string[], flags: DownloadFlags) =>
      run(async (context) =>
        (await import('../../actions/photos/download-actions.ts')).downloadPhotos(ids, flags, context),
      ),
    )
  photos
    .command('delete')
    .description('delete photos and free their storage')
    .argument('<id...>')
    .action((ids: string[]) => run(async (context) => (await module()).deletePhotos(ids, context)))
}
