import type { Photo } from '@platelight/sdk'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { columns, counted, formatDay } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { requireConfirmation } from '../../screens/require-confirmation.ts'
import { forEachId } from '../for-each-id.ts'
import { type ListFlags, showList } from '../show-list.ts'

/** `platelight photos list`: one page, or every photo with --all. */
export const listPhotos = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    showList(
      (params) => client.photos.list(params),
      flags,
      { noun: 'photos', cursorName: 'nextCursor', row, empty: 'No photos yet.' },
      context,
    ),
  )

const row = ({ id, status, metadata, enhanced }: Photo): string[] => [
  id,
  formatDay(metadata.processedAt).padEnd(10),
  status.padEnd(10),
  metadata.preset,
  Object.keys(enhanced).join(','),
]

/** `platelight photos get`. */
export const getPhoto = (id: string, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client, embedded }) => {
    const photo = await client.photos.get(id)
    context.show(photo, () =>
      columns([
        ['id', photo.id],
        ['status', photo.status + (photo.error ? `: ${photo.error.message} (${photo.error.code})` : '')],
        ['preset', photo.metadata.preset],
        ['processed', photo.metadata.processedAt ?? ''],
        ['credits', String(photo.creditsUsed)],
        // URLs of the built-in server stop working when this command ends.
        ...Object.entries(photo.enhanced).map(([format, url]) => [
          format,
          embedded ? 'platelight photos download' : url,
        ]),
      ]),
    )
    return EXIT.ok
  })

/** `platelight photos delete`: asks for confirmation, because deletion cannot be undone. */
export async function deletePhotos(ids: readonly string[], context: Context): Promise<ExitCode> {
  const question = `Delete ${counted(ids.length, 'photo')} and free the storage? This cannot be undone.`
  await requireConfirmation(question, 'Nothing was deleted.', context)
  return withConnection(context, ({ client }) => forEachId(ids, 'deleted', (id) => client.photos.delete(id), context))
}
