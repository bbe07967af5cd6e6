/** A size in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle in pixels; left and top are inside the picture, width and height at least 1. */
export interface Box extends Size {
  readonly left: number
  readonly top: number
}
