import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf, type Failure } from '../base/exit-codes.ts'
import { MINUTE_MS } from '../base/time-units.ts'

/** Waits for a server that is unreachable for a while, for example during a restart. */
export interface AbsenceWait {
  /** Reports that the server has answered. */
  answered(): void
  /**
   * Pauses after a failure, so that the caller can try again.
   *
   * @throws the failure if waiting does not help: it has another cause, or the server never answered
   * @throws CliError if the server has been unreachable for two minutes
   */
  waitOut(failure: unknown): Promise<void>
  /** Repeats some work until the server answers. @throws as `waitOut` */
  retryWhileAway<T>(work: () => Promise<T>): Promise<T>
}

const MAX_ABSENCE_MS = 2 * MINUTE_MS
const PAUSE_MS = 2_000

/** @param onChange called when the server becomes unreachable, and when it answers again */
export function createAbsenceWait(
  signal: AbortSignal,
  onChange: (isAway: boolean) => void = () => undefined,
): AbsenceWait {
  let hasAnswered = false
  let awaySince: number | undefined

  function answered(): void {
    hasAnswered = true
    if (awaySince !== undefined) onChange(false)
    awaySince = undefined
  }

  async function waitOut(failure: unknown): Promise<void> {
    if (signal.aborted || !hasAnswered || !isAbsence(failure)) throw failure
    if (awaySince === undefined) onChange(true)
    awaySince ??= Date.now()
    if (Date.now() - awaySince > MAX_ABSENCE_MS) {
      throw new CliError(
        'The server has been unreachable for two minutes. Jobs continue when it is back; run the same command to wait for them again.',
        EXIT.unreachable,
        'connection_failed',
      )
    }
    await sleep(PAUSE_MS, undefined, { signal })
  }

  async function retryWhileAway<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work()
        answered()
        return result
      } catch (failure) {
        await waitOut(failure)
      }
    }
  }
  return { answered, waitOut, retryWhileAway }
}

/** Messages about an unreachable server. */
export const AWAY = 'The server is unreachable; waiting up to two minutes for it.'
export const BACK = 'The server is back.'

/** Whether there was no answer, or a proxy answered that the server is unreachable. */
const isAbsence = (failure: unknown): boolean =>
  exitCodeOf(failure) === EXIT.unreachable || [502, 503, 504].includes((failure as Failure).status ?? 0)
