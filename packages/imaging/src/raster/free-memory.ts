import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Garbage smaller than this is left to the garbage collector's own timing. */
const LARGE_BYTES = 60_000_000

let collectGarbage: (() => void) | undefined

/**
 * Runs the garbage collector after large buffers became garbage. By itself it would run late, because it counts the small
 * objects and not the buffers behind them.
 *
 * @param bytes how much became garbage; below 60 MB nothing is done
 */
export const freeMemory = (bytes: number): void => {
  if (bytes < LARGE_BYTES) return
  if (!collectGarbage) {
    setFlagsFromString('--expose-gc')
    collectGarbage = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
  }
  collectGarbage()
}
