import { type PhotoSource, type RunTools, WITHOUT_WAITING } from '@platelight/sdk/folder-engine'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { Connection } from '../../context/server-connection.ts'
import { runItems } from '../../folder-run/run-items.ts'
import { scanPhotos } from '../../folder-run/scan-photos.ts'
import { sourceUrl } from '../../operations/operation-request.ts'
import { type Checked, createCheckReporter } from '../../reporters/check-reporter.ts'

export interface CheckFlags {
  readonly platform: readonly string[]
  readonly concurrency: number
  readonly recursive?: boolean
  readonly warnings?: boolean
}

/** `platelight check`: exits with 0 if every platform accepts every photo, 3 if one is refused or unreadable. */
export async function check(paths: readonly string[], flags: CheckFlags, context: Context): Promise<ExitCode> {
  const { recursive = false } = flags
  const sources = await scanPhotos(paths, { recursive, out: undefined, readsStdin: true }, context)
  const platforms = [...new Set(flags.platform.flatMap((typed) => typed.split(',')).map((id) => id.trim()))]
  return withConnection(context, async (connection) => {
    await checkPlatforms(platforms, connection)
    const reporter = createCheckReporter(context, flags.warnings ?? false)
    const interrupts = onInterrupt(() => reporter.stopping())
    const checked = new Map<string, Checked>()
    try {
      const result = await runItems<PhotoSource>({
        items: sources,
        connection,
        concurrency: flags.concurrency,
        interrupts,
        reporter: { ...reporter, file: (event) => reporter.file(event, checked.get(event.file)) },
        createWorker: (tools) => async (source) => {
          checked.set(source.name, await checkPhoto(source, platforms, connection, tools))
          return { status: 'done', outputs: [] }
        },
      })
      const all = result.files.map((event) => ({ event, checked: checked.get(event.file) }))
      reporter.end(all, result)
      if (result.exitCode !== EXIT.ok && result.exitCode !== EXIT.rejected) return result.exitCode
      const isRefused = all.some(
        ({ checked: photo }) => !photo || photo.verdicts.some(({ verdict }) => !verdict.accepted),
      )
      return isRefused ? EXIT.partial : EXIT.ok
    } finally {
      interrupts.release()
    }
  })
}

/** Checked once, before the server refuses every photo. @throws CliError with similar names for an unknown platform */
async function checkPlatforms(ids: readonly string[], { client }: Connection): Promise<void> {
  const { platforms } = await client.catalogs.platforms()
  const known = platforms.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  const slots = known.filter((id) => id.startsWith(`${unknown.split('.')[0]}.`))
  const hint = slots.length > 0 ? `It is one of ${slots.join(', ')}.` : 'platelight platforms lists them.'
  throw new CliError(`There is no platform ${unknown}. ${hint}`, EXIT.usage, 'platform_unknown')
}

async function checkPhoto(
  source: PhotoSource,
  platforms: string[],
  connection: Connection,
  tools: RunTools,
): Promise<Checked> {
  const { pacing, signal } = tools
  const url = await sourceUrl(source, connection, tools)
  const call = () =>
    connection.client.exports.check({ image_urls: [url], platforms }, { signal, ...WITHOUT_WAITING }).withResponse()
  const { picture, verdicts, error } = (await pacing.work.within(call, signal)).data.items[0] ?? {}
  if (picture && verdicts) return { file: source.name, picture, verdicts }
  throw new CliError(
    error?.message ?? 'The server returned no result for this photo.',
    EXIT.rejected,
    error?.code ?? 'unexpected',
  )
}
