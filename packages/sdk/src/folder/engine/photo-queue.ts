/** The photos of a run that are still to be done, by their position among all. */
export interface PhotoQueue {
  /** Takes the next photo. @param onlySent only one that was sent before, so that its price is reserved */
  take(onlySent: boolean): number | undefined
  /** The photo is done or has failed. */
  settle(index: number): void
  /** Puts a photo back that was sent and has to be sent again, as the next one or as the last. */
  retry(index: number, where: 'first' | 'last'): void
  /** Puts a photo back. @param isBegun whether something was done for it */
  putBack(index: number, isBegun: boolean): void
  remaining(): number
  /** How many of the remaining photos were begun. */
  unfinished(): number
}

export function createPhotoQueue(size: number): PhotoQueue {
  const waiting = Array.from({ length: size }, (_, index) => index)
  /** Photos that were sent and have to be sent again: they may have been paid for. */
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
