/** What every command ends with; the README promises these numbers, so a meaning never changes. */
export const EXIT = {
  done: 0,
  /** A bug, or trouble that no other number tells. */
  failed: 1,
  /** A wrong setting or argument, or a data folder that cannot be used as it is. */
  usage: 2,
  /** sysexits' EX_TEMPFAIL: another server has the data folder. */
  folderInUse: 75,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const
