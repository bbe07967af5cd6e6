/** Exit codes of every command. The README promises them, so their meaning never changes. */
export const EXIT = {
  done: 0,
  /** A bug, or an error without a code of its own. */
  failed: 1,
  /** A wrong setting or argument, or a data folder that cannot be used as it is. */
  usage: 2,
  /** Another server holds the data folder or works on the database (EX_TEMPFAIL of sysexits). */
  folderInUse: 75,
  /** Ctrl-C, as shells report it. */
  interrupted: 130,
} as const
