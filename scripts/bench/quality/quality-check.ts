/** One figure of picture quality, compared with what people use today on the same inputs in the same run. */
export interface Check {
  /** What was measured: `cut-out of composites: IoU`. */
  readonly what: string
  readonly target: string
  readonly ours: string
  /** The peer's figure after its name: `ImageMagick -auto-level 18.1`; empty when there is no peer. */
  readonly peer: string
  readonly met: boolean
  /** The worst picture by name, and what a reader must know. */
  readonly note: string
}

/** The input of a part of the quality benchmark. */
export interface Trial {
  /** Paths of the photos, sorted by name. */
  readonly photos: readonly string[]
  /** An existing folder for its contact sheets and results. */
  readonly into: string
}

/** A part of the quality benchmark: one operation or one promise. */
export type Quality = (trial: Trial) => Promise<Check[]>
