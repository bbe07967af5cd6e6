// A process for one client: measures every row, and prints the cells as JSON.

import { CLIENT_ROWS, type ClientRow } from './client-rows.ts'
import type { Contestant } from './client-trial.ts'

const name = process.argv[2] ?? ''
const { CONTESTANTS } = (await import(new URL('./contestants.mjs', import.meta.url).href)) as {
  CONTESTANTS: Record<string, Contestant>
}
const contestant = CONTESTANTS[name]
if (!contestant) throw new Error(`There is no client ${name}.`)
const cells = new Map<string, string>()
const measure = async ({ name, measure }: ClientRow) => void cells.set(name, await measure(contestant))
for (const row of CLIENT_ROWS) if (row.alone) await measure(row)
await Promise.all(CLIENT_ROWS.filter(({ alone }) => !alone).map(measure))
console.log(JSON.stringify(CLIENT_ROWS.map(({ name }) => cells.get(name))))
process.exit(0)
