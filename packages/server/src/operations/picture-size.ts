/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** What the header of a source says. */
export interface SourceImage extends Size {
  /** Left out where it is not known. */
  readonly hasAlpha?: boolean
}
