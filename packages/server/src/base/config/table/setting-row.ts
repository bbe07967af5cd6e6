/** A setting as operators read about it. What it may be and its default are known to the reader of its value. */
export interface SettingRow {
  /** `<NAME>` in it stands for a name of the operator's own, `<PROVIDER>` for each of `providers`. */
  readonly name: string
  /** What it means, as sentences. */
  readonly about: string
  /** The first version that has it. */
  readonly since: string
  /** For a secret: the first version that also takes it from the file that the name with `_FILE` at its end has. */
  readonly fileSince?: string
  /** The default in words, where no value stands for it. */
  readonly otherwise?: string
  /** A value to write. */
  readonly example?: string
  readonly providers?: readonly string[]
}

export interface SettingGroup {
  readonly title: string
  /** What holds for all of them, with links from `docs/`. */
  readonly about?: string
  readonly rows: readonly SettingRow[]
}
