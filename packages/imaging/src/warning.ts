/** Something the caller should know about a result that is otherwise fine. */
export interface Warning {
  readonly code: string
  readonly message: string
}
