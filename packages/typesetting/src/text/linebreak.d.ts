declare module 'linebreak' {
  /** Finds where lines may end, by UAX #14. The package has no types of its own. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number; readonly required?: boolean } | null
  }
}
