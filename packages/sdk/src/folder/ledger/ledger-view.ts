import { dirname, relative, resolve, sep } from 'node:path'
import { createRecords, type Records, readLedger } from './ledger-records.ts'

/** A read-only view of what earlier runs recorded in one ledger. */
export interface LedgerView {
  readonly records: Records
  /** A path as the ledger stores it: relative to its folder, with slashes. */
  named(path: string): string
}

/** Reads a ledger without locking it. The view is empty if there is no ledger, or if `fresh` is set. */
export async function readLedgerView(path: string | null, fresh: boolean): Promise<LedgerView> {
  const { lines } = path === null || fresh ? { lines: [] } : await readLedger(path)
  return { records: createRecords(lines), named: path === null ? (name) => name : ledgerPathsFrom(path) }
}

/** The credits that runs paid since a moment, as far as one ledger says. @param since milliseconds since 1970 */
export async function creditsSpentSince(path: string, since: number): Promise<number> {
  const { lines } = await readLedger(path)
  return lines.reduce(
    (sum, line) => sum + (line.type === 'enhanced' && Date.parse(line.at) >= since ? line.credits : 0),
    0,
  )
}

/** Converts paths to the form that the ledger at this path stores. */
export const ledgerPathsFrom = (ledger: string) => (path: string) =>
  /^https?:/i.test(path) ? path : relative(dirname(ledger), resolve(path)).split(sep).join('/')
