/** The data folder cannot be used as it is. The message says why and what to do. It is shown without a stack. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

const USE_ANOTHER_FOLDER = 'or choose another folder with --data or PLATELIGHT_DATA.'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: `is not writable for this user. Give it to the user that runs the server (chown), ${USE_ANOTHER_FOLDER}`,
  EPERM: `is not writable for this user. Give it to the user that runs the server (chown), ${USE_ANOTHER_FOLDER}`,
  EROFS: `is on a read-only file system. Mount it writable, ${USE_ANOTHER_FOLDER}`,
  ENOTDIR: `is not a folder. Remove the file that is in its place, ${USE_ANOTHER_FOLDER}`,
  EEXIST: `is not a folder. Remove the file that is in its place, ${USE_ANOTHER_FOLDER}`,
  ELOOP: `is a symbolic link that points to itself. Fix the link, ${USE_ANOTHER_FOLDER}`,
  ENAMETOOLONG: `is too long a name for this file system. Shorten it, ${USE_ANOTHER_FOLDER}`,
  ENOSPC: `is on a full disk. Free some space there, ${USE_ANOTHER_FOLDER}`,
  EDQUOT: `is over its disk quota. Free some space there, ${USE_ANOTHER_FOLDER}`,
  SQLITE_NOTADB: 'is not a database, or is damaged. Restore it from a backup.',
  SQLITE_CORRUPT: 'is damaged. Restore it from a backup.',
  SQLITE_READONLY: `is not writable for this user. Give it to the user that runs the server (chown), ${USE_ANOTHER_FOLDER}`,
  SQLITE_CANTOPEN: `cannot be opened by this user, or its disk is full. Check its owner and the free space, ${USE_ANOTHER_FOLDER}`,
  SQLITE_FULL: `is on a full disk. Free some space there, ${USE_ANOTHER_FOLDER}`,
  SQLITE_IOERR_SHMSIZE: `is on a full disk. Free some space there, ${USE_ANOTHER_FOLDER}`,
  SQLITE_IOERR_LOCK: `is on a file system without locks. Put it on a local disk, ${USE_ANOTHER_FOLDER}`,
  SQLITE_PROTOCOL: `is on a file system without locks. Put it on a local disk, ${USE_ANOTHER_FOLDER}`,
}

/** Turns a known error of the system or of SQLite about a path into a sentence. Any other error is returned as it is. */
export function asDataFolderError(path: string, error: unknown): unknown {
  const unfit = unfitModule(error)
  if (unfit !== undefined) return new DataFolderError(unfit, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // SQLite extends its codes: SQLITE_CORRUPT_VTAB is a kind of SQLITE_CORRUPT.
  const known = REASONS[code] ?? REASONS[code.split('_').slice(0, 2).join('_')]
  return known === undefined ? error : new DataFolderError(`${path} ${known}`, { cause: error })
}

/** The Node that has this number, by which compiled modules name it. */
const NODE_OF_MODULES: Readonly<Record<string, string>> = { 115: '20', 127: '22', 137: '24', 147: '26' }

/** Why the native module of SQLite cannot be loaded, and the way out; undefined for any other error. */
function unfitModule(error: unknown): string | undefined {
  const { message } = error instanceof Error ? error : { message: '' }
  const rebuild = 'Run "npm rebuild better-sqlite3" in the folder where the server is installed'
  const [, compiledFor] = /using\s+NODE_MODULE_VERSION (\d+)/.exec(message) ?? []
  if (compiledFor !== undefined) {
    const other = NODE_OF_MODULES[compiledFor]
    const back = other === undefined ? '' : `, or start it with Node ${other}`
    return `better-sqlite3 was compiled for ${other ? `Node ${other}` : 'another Node'}, and this is Node ${process.versions.node}. ${rebuild}${back}.`
  }
  return message.startsWith('Could not locate the bindings file')
    ? `better-sqlite3 was not compiled when it was installed. ${rebuild}.`
    : undefined
}
