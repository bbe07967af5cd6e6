/**
 * A decoded picture: upright, sRGB, 8 bits a channel, rows packed without padding.
 * `data.length === width * height * channels`; a fourth channel is straight (not premultiplied) alpha.
 */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** A rectangle in pixels; left and top are inside the picture, width and height at least 1. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Where a dish is, and the point that matters most where not all of it can be shown. */
export interface Dish extends Box {
  readonly focus: { readonly x: number; readonly y: number }
}

/** Something the caller should know about a result that is otherwise fine. */
export interface Warning {
  readonly code: string
  readonly message: string
}

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** 0 below `from`, 1 above `to`, smooth between: used wherever a rule must fade in instead of switching on. */
export const smoothstep = (from: number, to: number, value: number): number => {
  const t = clamp((value - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}
