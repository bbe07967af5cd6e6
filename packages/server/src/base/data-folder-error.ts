/** The data folder cannot be used as it is. The message says why, and what to do; no stack is shown. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

const ANOTHER = 'or name another folder with --data or PLATELIGHT_DATA.'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: `may not be written by this user. Give it to the user that runs the server (chown), ${ANOTHER}`,
  EPERM: `may not be written by this user. Give it to the user that runs the server (chown), ${ANOTHER}`,
  EROFS: `is on a read-only file system. Mount it writable, ${ANOTHER}`,
  ENOTDIR: `is not a folder. Remove the file that is in its place, ${ANOTHER}`,
  EEXIST: `is not a folder. Remove the file that is in its place, ${ANOTHER}`,
  ELOOP: `is a link that leads to itself. Mend the link, ${ANOTHER}`,
  ENAMETOOLONG: `is a name that is too long for this file system. Shorten it, ${ANOTHER}`,
  ENOSPC: `is on a disk without room. Free space there, ${ANOTHER}`,
  EDQUOT: `is over its quota. Free space there, ${ANOTHER}`,
  SQLITE_NOTADB: 'is not a database, or is damaged. Restore it from a backup.',
  SQLITE_CORRUPT: 'is damaged. Restore it from a backup.',
  SQLITE_READONLY: `may not be written by this user. Give it to the user that runs the server (chown), ${ANOTHER}`,
  SQLITE_CANTOPEN: `cannot be opened by this user, or there is no room beside it. Look at its owner and at the disk, ${ANOTHER}`,
  SQLITE_FULL: `is on a disk without room. Free space there, ${ANOTHER}`,
  SQLITE_IOERR_SHMSIZE: `is on a disk without room. Free space there, ${ANOTHER}`,
  SQLITE_IOERR_LOCK: `is on a file system that gives no locks. Put it on a local disk, ${ANOTHER}`,
  SQLITE_PROTOCOL: `is on a file system that gives no locks. Put it on a local disk, ${ANOTHER}`,
}

/** What the system or the database said of a path, as a sentence where it is known; anything else as it is. */
export function asDataFolderError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // SQLite extends its codes: SQLITE_CORRUPT_VTAB is a kind of SQLITE_CORRUPT.
  const known = REASONS[code] ?? REASONS[code.split('_').slice(0, 2).join('_')]
  return known === undefined ? error : new DataFolderError(`${path} ${known}`, { cause: error })
}
