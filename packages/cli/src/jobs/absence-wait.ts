import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf, type Failure } from '../base/exit-codes.ts'
import { MINUTE_MS } from '../base/time-units.ts'

/** Sits out a server that goes away for a while, such as one that is started anew. */
export interface AbsenceWait {
  /** The server is there. */
  answered(): void
  /**
   * Waits a moment after a failure.
   *
   * @throws the failure where waiting does not help: another kind, or a server that was never there.
   * @throws CliError when the server has been away for two minutes.
   */
  waitOut(failure: unknown): Promise<void>
  /** Does some work anew until the server has answered. @throws as `sitOut` */
  retryWhileAway<T>(work: () => Promise<T>): Promise<T>
}

const MOST_MS = 2 * MINUTE_MS
const PAUSE_MS = 2_000

/** @param tell told when the server is gone, and when it is back */
export function createAbsenceWait(signal: AbortSignal, tell: (isAway: boolean) => void = () => undefined): AbsenceWait {
  let wasThere = false
  let awaySince: number | undefined

  function answered(): void {
    wasThere = true
    if (awaySince !== undefined) tell(false)
    awaySince = undefined
  }

  async function sitOut(failure: unknown): Promise<void> {
    if (signal.aborted || !wasThere || !isAbsence(failure)) throw failure
    if (awaySince === undefined) tell(true)
    awaySince ??= Date.now()
    if (Date.now() - awaySince > MOST_MS) {
      throw new CliError(
        'The server has been unreachable for two minutes. Jobs continue when it is back; run the same command to wait for them again.',
        EXIT.unreachable,
        'connection_failed',
      )
    }
    await sleep(PAUSE_MS, undefined, { signal })
  }

  async function persist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const done = await work()
        answered()
        return done
      } catch (failure) {
        await sitOut(failure)
      }
    }
  }
  return { answered, waitOut: sitOut, retryWhileAway: persist }
}

/** What is said while the server is away. */
export const AWAY = 'The server is unreachable; waiting up to two minutes for it.'
export const BACK = 'The server is back.'

/** No answer at all, or what stands in front of the server saying that there is none. */
const isAbsence = (failure: unknown): boolean =>
  exitCodeOf(failure) === EXIT.unreachable || [502, 503, 504].includes((failure as Failure).status ?? 0)
