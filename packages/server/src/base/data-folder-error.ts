/** The data folder cannot be used as it is. The message says why, and what to do; no stack is shown. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

const USE_ANOTHER_FOLDER = 'or name another folder with --data or PLATELIGHT_DATA.'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: `may not be written by this user. Give it to the user that runs the server (chown), ${USE_ANOTHER_FOLDER}`,
  EPERM: `may not be written by this user. Give it to the user that runs the server (chown), ${USE_ANOTHER_FOLDER}`,
  EROFS: `is on a read-only file system. Mount it writable, ${USE_ANOTHER_FOLDER}`,
  ENOTDIR: `is not a folder. Remove the file that is in its place, ${USE_ANOTHER_FOLDER}`,
  EEXIST: `is not a folder. Remove the file that is in its place, ${USE_ANOTHER_FOLDER}`,
  ELOOP: `is a link that leads to itself. Mend the link, ${USE_ANOTHER_FOLDER}`,
  ENAMETOOLONG: `is a name that is too long for this file system. Shorten it, ${USE_ANOTHER_FOLDER}`,
  ENOSPC: `is on a disk without room. Free space there, ${USE_ANOTHER_FOLDER}`,
  EDQUOT: `is over its quota. Free space there, ${USE_ANOTHER_FOLDER}`,
  SQLITE_NOTADB: 'is not a database, or is damaged. Restore it from a backup.',
  SQLITE_CORRUPT: 'is damaged. Restore it from a backup.',
  SQLITE_READONLY: `may not be written by this user. Give it to the user that runs the server (chown), ${USE_ANOTHER_FOLDER}`,
  SQLITE_CANTOPEN: `cannot be opened by this user, or there is no room beside it. Look at its owner and at the disk, ${USE_ANOTHER_FOLDER}`,
  SQLITE_FULL: `is on a disk without room. Free space there, ${USE_ANOTHER_FOLDER}`,
  SQLITE_IOERR_SHMSIZE: `is on a disk without room. Free space there, ${USE_ANOTHER_FOLDER}`,
  SQLITE_IOERR_LOCK: `is on a file system that gives no locks. Put it on a local disk, ${USE_ANOTHER_FOLDER}`,
  SQLITE_PROTOCOL: `is on a file system that gives no locks. Put it on a local disk, ${USE_ANOTHER_FOLDER}`,
}

/** What the system or the database said of a path, as a sentence where it is known; anything else as it is. */
export function asDataFolderError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // SQLite extends its codes: SQLITE_CORRUPT_VTAB is a kind of SQLITE_CORRUPT.
  const known = REASONS[code] ?? REASONS[code.split('_').slice(0, 2).join('_')]
  return known === undefined ? error : new DataFolderError(`${path} ${known}`, { cause: error })
}
