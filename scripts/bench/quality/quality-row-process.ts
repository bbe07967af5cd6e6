// Measures one row in a process of its own: `one-row.ts ROW INTO PHOTO …`. Started by run-row.ts.

import { ROWS } from './quality-rows.ts'

const [name = '', into = '', ...photos] = process.argv.slice(2)
const row = ROWS[name]
if (!row) throw new Error(`there is no row ${name}`)
const measure = await row.load()
const checks = await measure({ photos, into })
// Networks that are still loaded would keep the process up.
process.send?.(checks, () => process.exit(0))
