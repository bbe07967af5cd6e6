// `npm run bench [-- light-request start-up …] [--photos FOLDER] [--write]`: speed and memory, compared with peers that
// run alternately. `npm run bench -- quality FOLDER [cut-out relight …] [--out DIR] [--photos N] [--write]`: picture
// quality, on your own photos. `npm run bench -- sdk [--write]`: our client beside those of other services.

import { clients } from './clients/clients-command.ts'
import { quality } from './quality/quality-command.ts'
import { speed } from './speed/speed-command.ts'

const [first, ...rest] = process.argv.slice(2)

if (first === 'quality') process.exitCode = await quality(rest)
else if (first === 'sdk') await clients(rest)
else process.exitCode = await speed(process.argv.slice(2))
