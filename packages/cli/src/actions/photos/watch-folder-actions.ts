import { resolve } from 'node:path'
import type { ExitCode } from '../../base/exit-codes.ts'
import type { Context } from '../../context/command-context.ts'
import type { EnhanceTaskFlags } from '../../enhance/enhance-task.ts'
import { checkManifest, writeManifest } from '../../enhance/run-manifest.ts'
import { createNdjsonReporter, manifestOf } from '../../reporters/json-reporters.ts'
import { createLineReporter } from '../../reporters/line-reporter.ts'
import { closingLines, endOfRun } from '../../reporting/closing-lines.ts'
import type { Reporter, RunInfo } from '../../reporting/run-reporter.ts'
import { watchFolder } from '../../watch/watch-folder.ts'

/** Flags of `platelight watch`, as commander reads them. */
export interface WatchFlags extends EnhanceTaskFlags {
  readonly concurrency: number
  readonly every: number
  readonly maxCreditsPerDay?: number
  readonly manifest?: string
}

/** `platelight watch`: enhances what comes into a folder, until Ctrl-C. */
export async function watch(folder: string, flags: WatchFlags, context: Context): Promise<ExitCode> {
  const { concurrency, every, maxCreditsPerDay } = flags
  const manifest = flags.manifest === undefined ? undefined : resolve(context.environment.cwd, flags.manifest)
  if (manifest) await checkManifest(manifest)
  return watchFolder(
    folder,
    flags,
    {
      ...{ concurrency, every, maxCreditsPerDay },
      onRun: (outcome) => manifest && writeManifest(manifest, manifestOf(outcome)),
    },
    openReporter(context),
    context,
  )
}

/** A line for each photo that came. A run ends silently, unless something stopped it. */
function openReporter(context: Context): Reporter {
  const { settings, print, tell, note } = context
  const inJson = settings.mode === 'json' || settings.mode === 'ndjson'
  const lines = inJson ? createNdjsonReporter(print) : createLineReporter({ print: tell, note }, context)
  let run: RunInfo | undefined
  return {
    ...lines,
    begin(info) {
      run = info
      lines.begin(info)
    },
    event(event) {
      if (event.type !== 'file' || event.status !== 'skipped') lines.event(event)
    },
    stopping: () => note('Ending after the photos in progress. Press Ctrl-C again to end immediately.'),
    async end(outcome) {
      const { stopped } = outcome.summary
      const isEnd = stopped === undefined || stopped === 'interrupted' || stopped === 'max_credits'
      if (!run || inJson || isEnd) return
      for (const line of closingLines(endOfRun(outcome, run), context).remarks) note(line)
    },
  }
}
