import { ServiceError } from '../../base/service-error.ts'

/** How many forms may arrive at the same time. Each takes a connection, a file and a folder. */
export interface OpenFormLimits {
  readonly perAddress: number
  /** Of one account, or of one session of a visitor. */
  readonly perCaller: number
}

/** When an upload at the least pace has either gone on or been refused. */
const RETRY_SECONDS = 15

/** Counts the forms that are being read. Each process has its own descriptors, so it counts by itself. */
export function createOpenForms({ perAddress, perCaller }: OpenFormLimits) {
  const open = new Map<string, number>()
  const count = (subject: string, step: 1 | -1) => {
    const now = (open.get(subject) ?? 0) + step
    if (now > 0) open.set(subject, now)
    else open.delete(subject)
  }

  return {
    /**
     * Reads a form while it is counted.
     *
     * @param caller Undefined for a caller who is known by the address alone.
     * @throws ServiceError `rate_limited` when too many are open, and what `read` throws
     */
    async during<T>(address: string, caller: string | undefined, read: () => Promise<T>): Promise<T> {
      const subjects = [
        { subject: `address ${address}`, whose: 'this address', most: perAddress },
        ...(caller === undefined ? [] : [{ subject: `caller ${caller}`, whose: 'this caller', most: perCaller }]),
      ]
      const full = subjects.find(({ subject, most }) => (open.get(subject) ?? 0) >= most)
      if (full) throw tooManyOpen(full.whose, full.most)
      for (const { subject } of subjects) count(subject, 1)
      try {
        return await read()
      } finally {
        for (const { subject } of subjects) count(subject, -1)
      }
    },
  }
}

const tooManyOpen = (whose: string, most: number) =>
  new ServiceError(
    'rate_limited',
    `${most} uploads of ${whose} are still arriving, and more are not read at the same time. Send this one when one of them has ended.`,
    {},
    RETRY_SECONDS,
  )
