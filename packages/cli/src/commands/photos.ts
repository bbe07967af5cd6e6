import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Photo } from '@platelight/sdk'
import { type Context, withConnection } from '../context.ts'
import { FORMATS, type Format } from '../enhance/events.ts'
import { checkWritable } from '../enhance/preflight.ts'
import { CliError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { columns, counted } from '../paint.ts'
import { shortPath } from '../reporters/wording.ts'
import { loadScreen } from '../screens/load.ts'
import { day } from './dates.ts'

export interface ListPhotosFlags {
  readonly limit: number
  readonly cursor?: string
  readonly all?: boolean
}

/** `platelight photos list`: one page, or every photo with --all. */
export const listPhotos = ({ limit, cursor, all }: ListPhotosFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const list = client.photos.list({ limit, ...(cursor !== undefined && { cursor }) })
    if (all && context.settings.mode !== 'json') {
      let count = 0
      // Printed as pages arrive: an account may hold more photos than are worth waiting for.
      for await (const photo of list) {
        count++
        if (context.settings.mode === 'ndjson') context.print(JSON.stringify(photo))
        else context.print(row(photo).join('  '))
      }
      if (count === 0) context.note('No photos yet.')
      return EXIT.ok
    }
    const photos: Photo[] = []
    let nextCursor: string | null = null
    for await (const page of list.pages()) {
      photos.push(...page.items)
      nextCursor = page.nextCursor
      if (!all) break
    }
    context.show({ photos, nextCursor }, () => (photos.length === 0 ? 'No photos yet.' : columns(photos.map(row))))
    if (nextCursor) context.note(`More with --cursor ${nextCursor}, or all of them with --all.`)
    return EXIT.ok
  })

const row = ({ id, status, metadata, enhanced }: Photo): string[] => [
  id,
  day(metadata.processedAt).padEnd(10),
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
        // Addresses of the built-in server end with this command.
        ...Object.entries(photo.enhanced).map(([format, url]) => [
          format,
          embedded ? 'platelight photos download' : url,
        ]),
      ]),
    )
    return EXIT.ok
  })

export interface DownloadFlags {
  readonly out: string
  readonly formats?: readonly Format[]
}

/** `platelight photos download`: `<id>-<format>.jpg` into a folder; what is there already stays. */
export async function downloadPhoto(id: string, { out, formats }: DownloadFlags, context: Context): Promise<ExitCode> {
  const folder = resolve(context.around.cwd, out)
  checkWritable([folder])
  return withConnection(context, async ({ client }) => {
    const photo = await client.photos.get(id)
    const wanted = formats ?? FORMATS.filter((format) => photo.enhanced[format] !== undefined)
    if (wanted.length === 0)
      throw new CliError(`Photo ${id} (${photo.status}) has no pictures.`, EXIT.rejected, 'format_missing')
    const outputs: { format: Format; path: string; existed: boolean }[] = []
    for (const format of wanted) {
      const url = photo.enhanced[format]
      const extension = url === undefined ? '.jpg' : (/\.[a-z0-9]{2,5}$/.exec(new URL(url).pathname)?.[0] ?? '.jpg')
      const path = join(folder, `${photo.id}-${format}${extension}`)
      const existed = existsSync(path)
      if (!existed) await photo.download(format, path)
      outputs.push({ format, path, existed })
    }
    context.show({ id: photo.id, outputs }, () =>
      outputs
        .map(({ path, existed }) => shortPath(path, context.around.cwd) + (existed ? '  (already there)' : ''))
        .join('\n'),
    )
    return EXIT.ok
  })
}

/** `platelight photos delete`: asks first, for there is no way back. */
export async function deletePhotos(ids: readonly string[], context: Context): Promise<ExitCode> {
  const { yes, canAsk } = context.settings
  const question = `Delete ${counted(ids.length, 'photo')} and free the storage? There is no way back.`
  if (!yes) {
    if (!canAsk) throw new CliError(`${question} Nothing was deleted. Add --yes to go ahead.`)
    const { confirm } = await loadScreen(context.settings, () => import('../screens/confirm.tsx'))
    if (!(await confirm(question, context))) throw new CliError('Nothing was deleted.', EXIT.interrupted, 'declined')
  }
  return withConnection(context, async ({ client }) => {
    const deleted: string[] = []
    for (const id of ids) {
      await client.photos.delete(id)
      deleted.push(id)
    }
    context.show({ deleted }, () => deleted.map((id) => `deleted  ${id}`).join('\n'))
    return EXIT.ok
  })
}
