/**
 * The largest share of 0 to 1 that is allowed, to one thirty-second. What allows a share has to allow all smaller ones.
 *
 * @example const light = largestShare((share) => clippedBy(share) <= 0.01)
 */
export const largestShare = (isAllowed: (share: number) => boolean): number => {
  if (isAllowed(1)) return 1
  let [low, high] = [0, 1]
  for (let round = 0; round < 5; round++) {
    const middle = (low + high) / 2
    if (isAllowed(middle)) low = middle
    else high = middle
  }
  return low
}
