// Measures one row in a process of its own: `quality-row-process.ts ROW INTO PHOTO …`. Started by quality-command.ts.

import { ROWS } from './quality-rows.ts'

const [name = '', into = '', ...photos] = process.argv.slice(2)
const row = ROWS[name]
if (!row) throw new Error(`there is no row ${name}`)
const measure = await row.load()
const checks = await measure({ photos, into })
// Loaded networks would keep the process alive.
process.send?.(checks, () => process.exit(0))
