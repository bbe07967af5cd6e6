/** The progress of one file. */
export interface Progress {
  readonly stage: 'uploading' | 'waiting' | 'working' | 'saving'
  /** Finished steps, if the operation counts them, with a status text of the server. */
  readonly progress?: {
    readonly current: number
    readonly total: number
    readonly percent: number
    readonly status: string
  }
  /** The server's estimate of the total time. */
  readonly estimatedSeconds?: number
}

export type ReportProgress = (progress: Partial<Progress>) => void

/** A file in progress. */
export interface ActiveFile extends Progress {
  readonly file: string
  readonly elapsedMs: number
}

/** Shorter work is not shown. */
const QUICK_MS = 1_000
const TICK_MS = 1_000

/**
 * Tracks files in progress and calls `show` once a second with those that take longer than a second. So long work is
 * never silent, and quick work adds no output.
 */
export function createProgressTracker(show: (active: readonly ActiveFile[]) => void, now: () => number = Date.now) {
  const files = new Map<string, { readonly startedAt: number; readonly progress: Progress }>()
  let ticking: NodeJS.Timeout | undefined

  const tick = () => {
    const at = now()
    const active = [...files].map(([file, { startedAt, progress }]) => ({
      ...progress,
      file,
      elapsedMs: at - startedAt,
    }))
    show(active.filter(({ elapsedMs }) => elapsedMs >= QUICK_MS))
  }
  return {
    update(file: string, update: Partial<Progress>): void {
      const known = files.get(file)
      const progress: Progress = { stage: 'uploading', ...known?.progress, ...update }
      files.set(file, { startedAt: known?.startedAt ?? now(), progress })
      ticking ??= setInterval(tick, TICK_MS).unref()
    },
    end(file: string): void {
      files.delete(file)
    },
    close(): void {
      clearInterval(ticking)
      files.clear()
    },
  }
}

/**
 * Limits progress reports, for logs.
 *
 * @param updateMs minimum time between two reports of a file whose progress has changed
 * @param unchangedMs minimum time between two reports of a file whose progress is the same
 */
export function throttleReports(report: (file: ActiveFile) => unknown, updateMs: number, unchangedMs: number) {
  const reported = new Map<string, { readonly elapsedMs: number; readonly progress: string }>()
  return (active: readonly ActiveFile[]): void => {
    for (const file of active) {
      const last = reported.get(file.file)
      const progress = JSON.stringify([file.stage, file.progress])
      const since =
        last && last.elapsedMs <= file.elapsedMs ? file.elapsedMs - last.elapsedMs : Number.POSITIVE_INFINITY
      if (since < (progress === last?.progress ? unchangedMs : updateMs)) continue
      reported.set(file.file, { elapsedMs: file.elapsedMs, progress })
      report(file)
    }
  }
}

/** Remaining milliseconds from the finished steps, else from the server's estimate; null if neither is known. */
export function remainingMs({ progress, elapsedMs, estimatedSeconds }: ActiveFile): number | null {
  const percent = progress?.percent ?? 0
  if (percent >= 10) return (elapsedMs * (100 - percent)) / percent
  const rest = (estimatedSeconds ?? 0) * 1000 - elapsedMs
  return rest > 0 ? rest : null
}
