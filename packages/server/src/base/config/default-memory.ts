import { totalmem } from 'node:os'

const MB = 1e6

/** The process with its database and documents before the first picture: measured 200 MB with two threads, 280 with six. */
const PROCESS_MB = 180
const THREAD_MB = 20
/** The networks at their peak: a cut-out beside its picture took 650 MB, an enlargement less. */
const NETWORKS_MB = 650
/** Less than this would refuse what phones take. */
const LEAST_MB = 256

/** Of a limit nearly all is this process's; of a whole machine others need a part. */
const SHARE = { limit: 0.95, machine: 0.75 }

interface MachineMemory {
  /** Of the machine, in bytes. */
  readonly total: number
  /** What the control group (version 1 or 2) of this process may use; more than `total`, or 0, where it has no limit. */
  readonly limit: number
}

/** Node reads the limit of the control group, whichever version. */
const machineMemory = (): MachineMemory => ({ total: totalmem(), limit: process.constrainedMemory() })

/** How many MB pictures may take that are worked on at the same time, where the operator does not say. */
export function defaultMemoryMb(
  { networks, threads }: { readonly networks: boolean; readonly threads: number },
  { total, limit }: MachineMemory = machineMemory(),
): number {
  const isLimited = limit > 0 && limit < total
  const usable = isLimited ? limit * SHARE.limit : total * SHARE.machine
  const own = PROCESS_MB + threads * THREAD_MB + (networks ? NETWORKS_MB : 0)
  return Math.max(LEAST_MB, Math.floor(usable / MB) - own)
}
