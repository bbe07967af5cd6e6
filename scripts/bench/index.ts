// `npm run bench [-- light-request start-up …] [--photos FOLDER] [--write]`: speed and memory, compared with peers that
// run alternately. `npm run bench -- quality FOLDER [cut-out relight …] [--out DIR] [--photos N] [--write]`: picture
// quality, on your own photos.

import { quality } from './quality/quality-command.ts'
import { speed } from './speed/speed-command.ts'

const [first, ...rest] = process.argv.slice(2)

process.exitCode = first === 'quality' ? await quality(rest) : await speed(process.argv.slice(2))
