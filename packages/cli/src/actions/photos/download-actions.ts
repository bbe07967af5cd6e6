import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Photo } from '@platelight/sdk'
import { extensionOf, freeTargets } from '@platelight/sdk/folder-engine'
import { checkWritable, formatInNames } from '@platelight/sdk/node'
import { CliError, type ErrorRecord, errorRecordOf } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf, exitCodeOfRun } from '../../base/exit-codes.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { Connection } from '../../context/server-connection.ts'
import { FORMATS } from '../../generated/cli-enums.ts'
import type { Format, OnExisting } from '../../reporting/run-events.ts'
import { shortPath } from '../../reporting/run-wording.ts'

export interface DownloadFlags {
  readonly out: string
  readonly formats?: readonly Format[]
  readonly all?: boolean
  readonly onExisting: OnExisting
}

interface Saved {
  readonly format: Format
  readonly path: string
  /** The file existed already and was not changed. */
  readonly existed: boolean
}

interface Downloaded {
  readonly id: string
  readonly outputs: readonly Saved[]
  readonly error?: ErrorRecord
}

/**
 * `platelight photos download`: saves `<id>-<format>.jpg` in a folder; each file is written completely or not at all. A
 * photo that cannot be downloaded does not stop the others; a full disk or an unreachable server does.
 */
export async function downloadPhotos(
  ids: readonly string[],
  flags: DownloadFlags,
  context: Context,
): Promise<ExitCode> {
  if (ids.length === 0 && !flags.all) throw new CliError('Which photos? Give their ids, or --all.')
  if (ids.length > 0 && flags.all) throw new CliError('Give ids or --all, not both.')
  const folder = resolve(context.environment.cwd, flags.out)
  await checkWritable([folder])
  return withConnection(context, async (connection) => {
    const results: Downloaded[] = []
    const codes: ExitCode[] = []
    const report = (result: Downloaded) => {
      results.push(result)
      if (context.settings.mode === 'json') return
      if (context.settings.mode === 'ndjson') context.print(JSON.stringify(result))
      else for (const line of lines(result, context)) context.print(line)
    }
    for await (const photo of selectPhotos(ids, connection)) {
      const { id } = photo
      try {
        report({ id, outputs: await save(await photo.read(), folder, flags, ids.length > 0) })
      } catch (error) {
        const code = exitCodeOf(error)
        // A single photo fails the whole command. An error that is not about this photo would fail the others too.
        if (ids.length === 1 || code !== EXIT.rejected) throw error
        codes.push(code)
        report({ id, outputs: [], error: errorRecordOf(error) })
      }
    }
    if (context.settings.mode === 'json') {
      const [only] = results
      context.show(ids.length === 1 && only ? only : { photos: results }, () => '')
    }
    if (results.length === 0) context.note('No photos yet.')
    const done = results.length - codes.length
    return exitCodeOfRun({ done, skipped: 0, failures: codes, stopped: undefined })
  })
}

async function* selectPhotos(ids: readonly string[], { client }: Connection) {
  for (const id of new Set(ids)) yield { id, read: () => client.photos.get(id) }
  if (ids.length > 0) return
  for await (const photo of client.photos.list({ limit: 100 })) {
    if (photo.status === 'completed') yield { id: photo.id, read: async () => photo }
  }
}

async function save(
  photo: Photo,
  folder: string,
  { formats, onExisting }: DownloadFlags,
  isNamed: boolean,
): Promise<Saved[]> {
  const available = FORMATS.filter((format) => photo.enhanced[format] !== undefined)
  // A photo named by its id must have every requested format; with --all, missing formats are skipped.
  const requested = isNamed && formats ? formats : available.filter((format) => formats?.includes(format) ?? true)
  if (requested.length === 0 && isNamed) {
    throw new CliError(`Photo ${photo.id} (${photo.status}) has no pictures.`, EXIT.rejected, 'format_missing')
  }
  const missing = requested.find((format) => photo.enhanced[format] === undefined)
  if (missing) {
    throw new CliError(
      `Photo ${photo.id} (${photo.status}) has no ${missing}; it has: ${available.join(', ') || 'none'}.`,
      EXIT.rejected,
      'format_missing',
    )
  }
  const outputs: Saved[] = []
  for (const format of requested) {
    const url = photo.enhanced[format]
    const extension = url === undefined ? '.jpg' : extensionOf(url)
    const target = join(folder, `${photo.id}-${formatInNames(format)}${extension}`)
    const [free] = onExisting === 'rename' ? freeTargets([{ kind: 'file', path: target } as const]) : []
    const path = free?.path ?? target
    const existed = onExisting === 'skip' && existsSync(path)
    if (!existed) await photo.download(format, path)
    outputs.push({ format, path, existed })
  }
  return outputs
}

const lines = ({ id, outputs, error }: Downloaded, { environment, colorize }: Context): string[] =>
  error
    ? [`${colorize('red', 'failed')}  ${id}: ${error.message}`]
    : outputs.map(({ path, existed }) => shortPath(path, environment.cwd) + (existed ? '  (already there)' : ''))
