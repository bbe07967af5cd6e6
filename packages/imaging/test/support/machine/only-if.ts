declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped. The runner counts the skipped tests by it. */
    skipped?: string
    /** The programs of others that a test runs. It belongs to the slow tests, before which they are installed. */
    programs?: readonly string[]
  }
}

/**
 * The options of tests that have a precondition.
 *
 * @param reason what the last lines of a run say when it does not hold: `no ImageMagick (imagemagick)`
 * @example test('a full disk is reported', onlyIf(canMount, 'no right to mount'), () => …)
 */
export const onlyIf = (holds: boolean, reason: string): { skip: boolean; meta: { skipped?: string } } => ({
  skip: !holds,
  meta: holds ? {} : { skipped: reason },
})
