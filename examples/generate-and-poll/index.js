// Queues a job and follows it to its end: `npm start -- "Ramen on dark slate, from above" ./ramen.jpg`.

import { AbortError, Platelight, PlatelightError, ServerError } from '@platelight/sdk'
import { show } from './show.js'

const [prompt = 'Ramen on dark slate, from above', photo] = process.argv.slice(2)

// Reads PLATELIGHT_API_KEY and PLATELIGHT_BASE_URL.
const client = new Platelight()

// Ctrl-C ends the wait, not the job.
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())

try {
  const job = await submitted()
  console.log(`Job ${job.id}`)
  try {
    for await (const { state, progress } of job.watch({ signal: interrupted.signal })) {
      console.log(progress ? `${state}: ${progress.percent} %, ${progress.status}` : state)
    }
    show(await job.wait())
  } catch (error) {
    if (!(error instanceof AbortError)) throw error
    console.log(`The job goes on: npm run resume -- ${job.id}`)
    process.exitCode = 130
  }
} catch (error) {
  // A failed or cancelled job also throws an APIError, with its own code.
  if (!(error instanceof PlatelightError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}

/** Generates a picture from a prompt, or enlarges the photo if the server cannot do that. */
async function submitted() {
  try {
    return await client.jobs.submit('generate_image', { prompt })
  } catch (error) {
    const isMissing = error instanceof ServerError && error.code === 'engine_unavailable'
    if (!isMissing) throw error
    console.error(`This server cannot generate pictures: ${error.message}`)
    if (!photo) throw error
    console.error(`It enlarges ${photo} instead.`)
    const { url } = await client.uploads.create({ path: photo })
    return client.jobs.submit('upscale', { image_url: url, scale: 2 })
  }
}
