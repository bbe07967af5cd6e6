import type { CatalogueEntry } from '../base/catalogue-entry.ts'

/** Lets `process` find, name and save files in the same way as a single operation. */
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
