/** Where the work on one file is. */
export interface Progress {
  readonly stage: 'uploading' | 'waiting' | 'working' | 'saving'
  /** Steps, where the work counts them, with a sentence of the server. */
  readonly progress?: {
    readonly current: number
    readonly total: number
    readonly percent: number
    readonly status: string
  }
  /** How long the server expects the whole work to take. */
  readonly estimatedSeconds?: number
}

export type ReportProgress = (progress: Partial<Progress>) => void

/** A file under way, as it is shown. */
export interface ActiveFile extends Progress {
  readonly file: string
  readonly elapsedMs: number
}

/** What takes no longer is not told about. */
const QUICK_MS = 1_000
const TICK_MS = 1_000

/**
 * Keeps what is under way and has it shown once a second, from the second second on: nobody waits in silence, and quick work
 * is not talked about.
 */
export function createProgressTracker(show: (underWay: readonly ActiveFile[]) => void, now: () => number = Date.now) {
  const files = new Map<string, { readonly startedAt: number; readonly progress: Progress }>()
  let ticking: NodeJS.Timeout | undefined

  const tick = () => {
    const at = now()
    const underWay = [...files].map(([file, { startedAt, progress }]) => ({
      ...progress,
      file,
      elapsedMs: at - startedAt,
    }))
    show(underWay.filter(({ elapsedMs }) => elapsedMs >= QUICK_MS))
  }
  return {
    update(file: string, news: Partial<Progress>): void {
      const known = files.get(file)
      const progress: Progress = { stage: 'uploading', ...known?.progress, ...news }
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

/** Shows each file when it has news, and without any so often; for what is read afterwards, such as a log. */
export function throttleReports(tell: (one: ActiveFile) => unknown, newsMs: number, silenceMs: number) {
  const told = new Map<string, { readonly elapsedMs: number; readonly news: string }>()
  return (underWay: readonly ActiveFile[]): void => {
    for (const one of underWay) {
      const last = told.get(one.file)
      const news = JSON.stringify([one.stage, one.progress])
      const since = last && last.elapsedMs <= one.elapsedMs ? one.elapsedMs - last.elapsedMs : Number.POSITIVE_INFINITY
      if (since < (news === last?.news ? silenceMs : newsMs)) continue
      told.set(one.file, { elapsedMs: one.elapsedMs, news })
      tell(one)
    }
  }
}

/** Milliseconds the rest will take: by the steps that are done, else by the server's estimate; null where neither tells. */
export function remainingMs({ progress, elapsedMs, estimatedSeconds }: ActiveFile): number | null {
  const percent = progress?.percent ?? 0
  if (percent >= 10) return (elapsedMs * (100 - percent)) / percent
  const rest = (estimatedSeconds ?? 0) * 1000 - elapsedMs
  return rest > 0 ? rest : null
}
