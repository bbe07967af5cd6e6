import type { Platelight } from '@platelight/sdk'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { Connection } from '../../context/server-connection.ts'
import { discover, type Source } from '../../enhance/discover-photos.ts'
import { sourceUrl } from '../../operations/operation-request.ts'
import { runTasks, type Task } from '../../operations/task-pool.ts'
import { createCheckReporter } from '../../reporters/check-reporter.ts'

export interface CheckFlags {
  readonly platform: readonly string[]
  readonly concurrency: number
  readonly recursive?: boolean
  readonly warnings?: boolean
}

type Item = Awaited<ReturnType<Platelight['exports']['check']>>['items'][number]

/** What platforms say to one photo. */
export interface Checked {
  readonly file: string
  readonly picture: NonNullable<Item['picture']>
  readonly verdicts: NonNullable<Item['verdicts']>
}

/** `platelight check`: 0 when every photo is accepted everywhere, 3 when one is refused somewhere or could not be read. */
export async function check(given: readonly string[], flags: CheckFlags, context: Context): Promise<ExitCode> {
  const { cwd } = context.environment
  const { recursive = false } = flags
  const { sources, notes } = await discover(given, { cwd, recursive, include: [], ignore: [], out: undefined })
  for (const sentence of notes) context.note(sentence)
  const platforms = [...new Set(flags.platform.flatMap((typed) => typed.split(',')).map((id) => id.trim()))]
  return withConnection(context, async (connection) => {
    await checkPlatforms(platforms, connection)
    const reporter = createCheckReporter(context, flags.warnings ?? false)
    const interrupts = onInterrupt(() => reporter.stopping())
    const checked = new Map<string, Checked>()
    try {
      const tasks = sources.map(
        (source): Task => ({
          name: source.name,
          async work(signal) {
            checked.set(source.name, await judged(source, platforms, connection, context, signal))
            return { status: 'done', outputs: [] }
          },
        }),
      )
      const result = await runTasks(tasks, flags.concurrency, interrupts, (event) =>
        reporter.file(event, checked.get(event.file)),
      )
      const all = result.files.map((event) => ({ event, checked: checked.get(event.file) }))
      reporter.end(all, result)
      if (result.exitCode !== EXIT.ok && result.exitCode !== EXIT.rejected) return result.exitCode
      const isRefused = all.some(({ checked: one }) => !one || one.verdicts.some(({ verdict }) => !verdict.accepted))
      return isRefused ? EXIT.partial : EXIT.ok
    } finally {
      interrupts.release()
    }
  })
}

/** One that is not known would be refused with every photo. @throws CliError naming those that come near */
async function checkPlatforms(ids: readonly string[], { client }: Connection): Promise<void> {
  const { platforms } = await client.catalogs.platforms()
  const known = platforms.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  const slots = known.filter((id) => id.startsWith(`${unknown.split('.')[0]}.`))
  const hint = slots.length > 0 ? `It is one of ${slots.join(', ')}.` : 'platelight platforms lists them.'
  throw new CliError(`There is no platform ${unknown}. ${hint}`, EXIT.usage, 'platform_unknown')
}

async function judged(
  source: Source,
  platforms: string[],
  connection: Connection,
  { environment }: Context,
  signal: AbortSignal,
): Promise<Checked> {
  const readStdin = async () => Buffer.concat(await environment.stdin.toArray())
  const url = await sourceUrl(source, connection, readStdin, signal)
  const { items } = await connection.client.exports.check({ image_urls: [url], platforms }, { signal })
  const { picture, verdicts, error } = items[0] ?? {}
  if (picture && verdicts) return { file: source.name, picture, verdicts }
  throw new CliError(error?.message ?? 'The server said nothing of it.', EXIT.rejected, error?.code ?? 'unexpected')
}
