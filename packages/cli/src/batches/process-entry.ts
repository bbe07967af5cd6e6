import type { CatalogueEntry } from '../base/catalogue-entry.ts'

/** What the files of a batch have in common with those of an operation: how they are found, named and saved. */
export const ENTRY: CatalogueEntry = {
  name: 'process',
  method: 'process',
  path: '/api/process',
  summary: '',
  description: '',
  input: 'picture',
  result: 'result_url',
  parameters: [],
}
