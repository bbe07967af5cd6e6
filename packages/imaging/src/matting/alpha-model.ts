/** What the mask already says about a pixel of the analysis copy. Only `unknown` pixels get a computed alpha. */
export const Trimap = { background: 0, unknown: 1, foreground: 2 } as const

/** Offsets of the numbers that the model holds for each pixel of the analysis copy. */
export const Term = {
  /** Alpha is `red · r + green · g + blue · b + offset`, with colours of 0–1. */
  red: 0,
  green: 1,
  blue: 2,
  offset: 3,
  /** Local mean colours of subject and surroundings, three numbers of 0–255 each; −1 if there is none. */
  foreground: 4,
  background: 7,
  /** How far a pixel's colour may be taken for a mixture of both: 1 on the outline, 0 inside the subject. */
  mixture: 10,
  count: 11,
} as const

/**
 * How alpha follows colour at every edge of a mask. The model is smooth, so it is stored small and evaluated with the
 * colours of the full-size pixels.
 */
export interface AlphaModel {
  readonly width: number
  readonly height: number
  readonly trimap: Uint8Array
  /** `Term.count` numbers for each pixel. */
  readonly terms: Float32Array
}
