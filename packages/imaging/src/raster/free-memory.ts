import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Less than this waits for the collector to come by. */
const LARGE_BYTES = 60_000_000

let collectGarbage: (() => void) | undefined

/**
 * Frees large buffers that nobody holds any more. The collector sees small objects and takes its time, while the photo
 * they came from is worked on beside hundreds of megabytes of nothing.
 *
 * @param bytes how much was let go of; below 60 MB nothing is done
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
