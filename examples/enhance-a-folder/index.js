// Enhances every photo of a folder: `npm start -- ./menu ./enhanced`. A repeat only does what is missing.

import { Platelight, PlatelightError } from '@platelight/sdk'
import { enhanceFolder, estimateFolder } from '@platelight/sdk/node'

const [input = './menu', outDir = './enhanced'] = process.argv.slice(2)

/**
 * Where the dish is, for photos that show more than one thing: a box around it or a point on it, in fractions of the photo.
 * The dish of every other photo is found.
 *
 * @type {Record<string, import('@platelight/sdk').SubjectHint>}
 */
const subjects = { 'menu/table.jpg': { point: { x: 0.3, y: 0.6 } } }

/** @type {import('@platelight/sdk/node').FolderOptions} */
const options = {
  outDir,
  preset: 'delivery-optimized',
  formats: ['square', 'landscape'],
  perPhoto: ({ file }) => (subjects[file] ? { subject: subjects[file] } : {}),
}

// After the first Ctrl-C, photos in progress still finish, so that nothing is paid for and not saved.
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof PlatelightError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}

/** @returns {Promise<number>} the exit code: 0 when all photos are done, 3 when some failed, 5 without enough credits */
async function run() {
  // Reads PLATELIGHT_API_KEY and PLATELIGHT_BASE_URL.
  const client = new Platelight()

  const quote = await estimateFolder(client, input, options) // costs nothing
  console.log(`${quote.due} of ${quote.photos} photos to do, for ${quote.credits} credits at most`)
  if (!quote.affordable) {
    console.error(`There are only ${quote.available} credits.`)
    return 5
  }

  const report = await enhanceFolder(client, input, {
    ...options,
    maxCredits: quote.credits,
    signal: interrupted.signal,
    onEvent(event) {
      if (event.type === 'file') console.log(`${event.status}: ${event.file}`)
      if (event.type === 'paused') console.log(`paused until ${event.resumesAt}: ${event.reason}`)
    },
  })

  for (const { file, error } of report.failed) console.error(`${file}: ${error.message} (${error.code})`)
  if (report.stopped) console.error(`Stopped: ${report.stopped}. ${report.remaining} left; the same command goes on.`)
  console.log(`${report.done.length} done for ${report.creditsUsed} credits, results in ${report.out}`)
  return report.failed.length > 0 || report.stopped ? 3 : 0
}
