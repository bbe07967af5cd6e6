/** The value, or the nearer bound if it is outside; `high` wins if the bounds are the wrong way round. */
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** 0 below `from`, 1 above `to`, smooth between: for rules that fade in instead of switching on. */
export const smoothstep = (from: number, to: number, value: number): number => {
  const t = clamp((value - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}
