import { resolve } from 'node:path'
import type { Connection } from '../connection.ts'
import { type Context, withConnection } from '../context.ts'
import { runBatch } from '../enhance/batch.ts'
import { createBudget } from '../enhance/budget.ts'
import { discover } from '../enhance/discover.ts'
import { FORMATS, type Format, type OnExisting, type RunOutcome } from '../enhance/events.ts'
import type { EnhanceOptions } from '../enhance/fingerprint.ts'
import { checkManifest, writeManifest } from '../enhance/manifest.ts'
import { createPhotoWorker } from '../enhance/photo.ts'
import { commonRoot, type Plan, planRun } from '../enhance/plan.ts'
import { checkWritable } from '../enhance/preflight.ts'
import { agree, pricePerPhoto } from '../enhance/price.ts'
import { sdkPhotos } from '../enhance/service.ts'
import { workFor } from '../enhance/targets.ts'
import { CliError } from '../errors.ts'
import type { ExitCode } from '../exit-codes.ts'
import { onInterrupt } from '../interrupts.ts'
import { counted } from '../paint.ts'
import { openReporter } from '../reporters/index.ts'
import { manifestOf } from '../reporters/json.ts'

/** Flags of `platelight enhance`, as commander reads them. */
export interface EnhanceFlags {
  readonly out?: string
  readonly preset: string
  readonly formats: readonly Format[]
  readonly removeBackground?: boolean
  readonly upscale: boolean
  readonly concurrency: number
  readonly recursive?: boolean
  readonly include?: readonly string[]
  readonly ignore?: readonly string[]
  readonly onExisting: OnExisting
  readonly maxCredits?: number
  readonly manifest?: string
}

/** `platelight enhance`: finds the photos, checks that results can be written, agrees on the price, does the work. */
export async function enhance(inputs: readonly string[], flags: EnhanceFlags, context: Context): Promise<ExitCode> {
  const { cwd } = context.around
  const toStdout = flags.out === '-' || (flags.out === undefined && inputs.length === 1 && inputs[0] === '-')
  if (toStdout && (context.settings.mode === 'json' || context.settings.mode === 'ndjson')) {
    throw new CliError('The picture goes to standard output, and so would JSON. Use --manifest FILE for the report.')
  }
  const { sources, notes } = await discover(inputs, {
    cwd,
    recursive: flags.recursive ?? false,
    include: flags.include ?? [],
    ignore: flags.ignore ?? [],
    out: flags.out === undefined || flags.out === '-' ? undefined : resolve(cwd, flags.out),
  })
  for (const sentence of notes) context.note(sentence)
  const options = optionsOf(flags)
  const plan = planRun(sources, {
    cwd,
    out: flags.out,
    formats: options.formats,
    removeBackground: options.removeBackground,
    onExisting: flags.onExisting,
    stdoutIsTerminal: Boolean(context.around.stdout.isTTY),
  })
  const manifest = flags.manifest === undefined ? undefined : resolve(cwd, flags.manifest)
  checkWritable(plan.folders)
  if (manifest) checkManifest(manifest)

  const finish = (outcome: RunOutcome) => {
    if (manifest) writeManifest(manifest, manifestOf(outcome))
    return outcome.exitCode
  }
  const reporter = await openReporter(context, toStdout)
  const run = (connection: Connection | undefined) => work(plan, flags, options, context, reporter, connection)
  // Where everything is there already, no server is needed, and none is started.
  const idle = plan.items.every((item) => workFor(item, flags.onExisting).missing.length === 0)
  if (plan.items.length === 0) context.note(`No photos in ${inputs.join(', ')}.`)
  return finish(idle ? await run(undefined) : await withConnection(context, run))
}

async function work(
  plan: Plan,
  flags: EnhanceFlags,
  options: EnhanceOptions,
  context: Context,
  reporter: Awaited<ReturnType<typeof openReporter>>,
  connection: Connection | undefined,
): Promise<RunOutcome> {
  const price = connection ? await pricePerPhoto(connection, options) : 0
  const due = plan.items.filter((item) => workFor(item, flags.onExisting).missing.length > 0).length
  if (connection) await agree({ photos: due, price, maxCredits: flags.maxCredits }, connection, context)

  const { stdin, stdout, cwd } = context.around
  const interrupts = onInterrupt(() => reporter.stopping())
  reporter.begin({
    total: plan.items.length,
    subject: subjectOf(plan),
    preset: options.preset,
    roots: plan.roots,
    cwd,
    startedAt: Date.now(),
  })
  try {
    const outcome = await runBatch({
      items: plan.items,
      concurrency: flags.concurrency,
      worker: createPhotoWorker({
        photos: connection ? sdkPhotos(connection.client) : unneeded,
        options,
        onExisting: flags.onExisting,
        // Nothing is rationed on the built-in server, but a limit that was typed is a limit.
        budget: createBudget(price, flags.maxCredits),
        price: connection?.embedded ? undefined : price,
        readStdin: async () => Buffer.concat(await stdin.toArray()),
        writeStdout: (bytes) =>
          new Promise((done, fail) => stdout.write(bytes, (error) => (error ? fail(error) : done()))),
      }),
      finish: interrupts.finish,
      abort: interrupts.abort,
      out: commonRoot(plan.roots),
      onStage: (item, stage) => reporter.stage(item.name, stage),
      onFile: (event) => reporter.file(event),
      onPause: (ms) => reporter.pause(ms),
    })
    await reporter.end(outcome)
    return outcome
  } finally {
    interrupts.release()
  }
}

const unneeded = {
  enhance: () => Promise.reject(new CliError('Results vanished while the run began. Run the same command again.')),
}

function optionsOf({ preset, formats, removeBackground, upscale }: EnhanceFlags): EnhanceOptions {
  // In one order, however they were typed: the order must not make a paid photo look like another.
  const ordered = FORMATS.filter((format) => formats.includes(format))
  return { preset, formats: ordered, removeBackground: removeBackground ?? false, upscale }
}

function subjectOf({ items }: Plan): string {
  const [first] = items
  return items.length === 1 && first ? first.name : counted(items.length, 'photo')
}
