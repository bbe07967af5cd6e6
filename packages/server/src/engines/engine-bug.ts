/** Exceptions of the language, and of a message that no thread can take. */
const PROGRAMMING_ERRORS = /^(TypeError|RangeError|ReferenceError|SyntaxError|DataCloneError)$/
/** Native modules report memory that ran out as a plain error. */
const PASSING = /memory|alloc|the model thread ended/i

/**
 * Whether an error may be gone the next time: the memory of a moment, another thread, or the system and services outside,
 * whose errors have codes.
 */
export const mayPass = (error: unknown): boolean =>
  error instanceof Error &&
  (PASSING.test(error.message) ||
    ('code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_')) ||
    mayPass(error.cause))

/** Whether an engine that failed with this error would fail with it again. The crash of a thread is another kind of error. */
export const isBug = (error: unknown): error is Error =>
  error instanceof Error && PROGRAMMING_ERRORS.test(error.name) && !mayPass(error)
