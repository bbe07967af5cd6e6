// Waits for a job that another process started: `npm run resume -- run_2b9f44`.

import { Platelight, PlatelightError } from '@platelight/sdk'
import { show } from './show.js'

const [id = ''] = process.argv.slice(2)

try {
  show(await new Platelight().jobs.get(id).wait())
} catch (error) {
  if (!(error instanceof PlatelightError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}
