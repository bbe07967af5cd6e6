import { totalmem } from 'node:os'

const MB = 1e6

/** The process before the first picture: 200 MB were measured with two threads, 280 MB with six. */
const PROCESS_MB = 180
const THREAD_MB = 20
/** The networks at their peak: a cut-out took 650 MB in addition to its picture, an enlargement less. */
const NETWORKS_MB = 650
/** With less, photos of phones would be refused. */
const MIN_MB = 256

/** This process gets nearly all of a container's limit. On a whole machine, other processes need a part. */
const SHARE = { limit: 0.95, machine: 0.75 }

interface MachineMemory {
  /** The memory of the machine, in bytes. */
  readonly total: number
  /** The limit of the control group (version 1 or 2). Without a limit it is 0 or more than `total`. */
  readonly limit: number
}

/** Node reads the limit of both versions of control groups. */
const machineMemory = (): MachineMemory => ({ total: totalmem(), limit: process.constrainedMemory() })

/** The default memory budget in MB of all pictures that are worked on at the same time. */
export function defaultMemoryMb(
  { networks, threads }: { readonly networks: boolean; readonly threads: number },
  { total, limit }: MachineMemory = machineMemory(),
): number {
  const isLimited = limit > 0 && limit < total
  const usable = isLimited ? limit * SHARE.limit : total * SHARE.machine
  const own = PROCESS_MB + threads * THREAD_MB + (networks ? NETWORKS_MB : 0)
  return Math.max(MIN_MB, Math.floor(usable / MB) - own)
}
