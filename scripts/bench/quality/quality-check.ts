/** One figure of a picture's quality beside what people use today, on the same inputs in the same run. */
export interface Check {
  /** What was judged: `cut-out of composites: IoU`. */
  readonly what: string
  readonly target: string
  readonly ours: string
  /** The peer's figure, its name in front: `ImageMagick -auto-level 18.1`; empty where there is none. */
  readonly peer: string
  readonly met: boolean
  /** The worst picture by name, and what a reader must know. */
  readonly note: string
}

/** What a part of the quality benchmark is given. */
export interface Trial {
  /** Paths of the photos, sorted by name. */
  readonly photos: readonly string[]
  /** Where its contact sheets and results go; exists. */
  readonly into: string
}

/** A part of the quality benchmark: one operation or one promise. */
export type Quality = (trial: Trial) => Promise<Check[]>
