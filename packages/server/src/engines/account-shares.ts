import { MINUTE_MS } from '../base/durations.ts'
import type { Share } from './engine-port.ts'

/** After this time, work counts half. */
const HALF_LIFE_MS = MINUTE_MS
/** An account that had work within this time probably comes again. */
const PRESENT_MS = 5 * MINUTE_MS
/** Work that others can wait for. */
const SHORT_SECONDS = 3

interface AccountShare {
  seconds: number
  at: number
  running: number
}

/**
 * What accounts have had of the threads of this process lately, in estimated seconds, and later in measured ones.
 *
 * @param now Milliseconds of a clock that only goes forward.
 */
export function createAccountShares(threads: number, now: () => number = () => performance.now()) {
  const accounts = new Map<string, AccountShare>()
  let freeRunning = 0

  const faded = ({ seconds, at }: AccountShare): number => seconds * 0.5 ** ((now() - at) / HALF_LIFE_MS)

  const add = (account: string, seconds: number): AccountShare => {
    const known = accounts.get(account)
    const share = { seconds: (known ? faded(known) : 0) + seconds, at: now(), running: known?.running ?? 0 }
    accounts.set(account, share)
    return share
  }

  const forgetAbsent = (): void => {
    for (const [account, { at, running }] of accounts)
      if (running === 0 && now() - at > PRESENT_MS) accounts.delete(account)
  }

  return {
    /** The seconds that each account had lately. */
    usedBy(names: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
      return new Map(
        [...new Set(names)].map((name) => {
          const known = name === undefined ? undefined : accounts.get(name)
          return [name, known ? faded(known) : 0]
        }),
      )
    },

    /**
     * Whether a task may start now. While several accounts have work, long work of one account leaves a thread free, because
     * nothing can stop it when another account comes. So does free work, of all accounts together.
     */
    mayStart(share: Share | undefined): boolean {
      if (!share || threads === 1 || (share.seconds <= SHORT_SECONDS && !share.isFree)) return true
      forgetAbsent()
      const isAlone = [...accounts.keys()].every((account) => account === share.account)
      const running = share.isFree ? freeRunning : (accounts.get(share.account)?.running ?? 0)
      return isAlone || running < threads - 1
    },

    /** Notes that a task waits, so that its account counts as present. */
    note: (share: Share | undefined): void => void (share && add(share.account, 0)),

    /** Counts a task that starts. @returns what must be called at its end */
    begin(share: Share | undefined): () => void {
      if (!share) return () => {}
      const { account, seconds, isFree = false } = share
      const beganAt = now()
      add(account, seconds).running++
      freeRunning += Number(isFree)
      return () => {
        add(account, (now() - beganAt) / 1000 - seconds).running--
        freeRunning -= Number(isFree)
      }
    },
  }
}
