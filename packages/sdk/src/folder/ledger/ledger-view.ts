import { dirname, relative, resolve, sep } from 'node:path'
import { createRecords, type Records, readLedger } from './ledger-records.ts'

/** What earlier runs recorded in one ledger, without the right to write. */
export interface LedgerView {
  readonly records: Records
  /** A path as the ledger knows it: relative to its folder, with slashes. */
  named(path: string): string
}

/** Reads a ledger without locking it. It is empty if there is none, or if `fresh` is set. */
export async function readLedgerView(path: string | null, fresh: boolean): Promise<LedgerView> {
  const { lines } = path === null || fresh ? { lines: [] } : await readLedger(path)
  return { records: createRecords(lines), named: path === null ? (name) => name : ledgerPathsFrom(path) }
}

/** Paths as the ledger at this path knows them. */
export const ledgerPathsFrom = (ledger: string) => (path: string) =>
  /^https?:/i.test(path) ? path : relative(dirname(ledger), resolve(path)).split(sep).join('/')
