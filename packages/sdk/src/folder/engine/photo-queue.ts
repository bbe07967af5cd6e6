/** The photos of a run that are not finished yet, identified by their position among all photos. */
export interface PhotoQueue {
  /** Takes the next photo. @param onlySent takes only a photo that was sent before and has its price reserved */
  take(onlySent: boolean): number | undefined
  /** Marks a photo as finished, whether it succeeded or failed. */
  settle(index: number): void
  /** Puts back a photo that was sent and has to be sent again, at the front or the end of the queue. */
  retry(index: number, where: 'first' | 'last'): void
  /** Puts back a photo that was not sent. @param isBegun whether work on it had started */
  putBack(index: number, isBegun: boolean): void
  remaining(): number
  /** How many of the remaining photos were started. */
  unfinished(): number
}

export function createPhotoQueue(size: number): PhotoQueue {
  const waiting = Array.from({ length: size }, (_, index) => index)
  /** Photos that have to be sent again. They may have been charged already. */
  const sent = new Set<number>()
  const begun = new Set<number>()
  return {
    take(onlySent) {
      const position = onlySent ? waiting.findIndex((index) => sent.has(index)) : 0
      const index = position < 0 ? undefined : waiting.splice(position, 1)[0]
      if (index !== undefined) begun.add(index)
      return index
    },
    settle: (index) => void sent.delete(index),
    retry(index, where) {
      sent.add(index)
      if (where === 'first') waiting.unshift(index)
      else waiting.push(index)
    },
    putBack(index, isBegun) {
      sent.delete(index)
      if (!isBegun) begun.delete(index)
      waiting.unshift(index)
    },
    remaining: () => waiting.length,
    unfinished: () => waiting.filter((index) => begun.has(index)).length,
  }
}
