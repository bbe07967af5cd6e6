// Edits a photo with one instruction after the other: `npm start -- ramen.jpg "a bit warmer" "crop square"`.

import { basename, extname } from 'node:path'
import { Platelight, PlatelightError } from '@platelight/sdk'

const [photo, ...instructions] = process.argv.slice(2)
if (photo === undefined || instructions.length === 0) {
  console.error('Usage: npm start -- photo.jpg "a bit warmer, then crop square" "brighter, but not the background"')
  process.exit(2)
}

// Reads PLATELIGHT_API_KEY and PLATELIGHT_BASE_URL.
const client = new Platelight()

try {
  const { url } = await client.uploads.create({ path: photo })
  let edited
  for (const instruction of instructions) {
    console.log(instruction)
    // With `partial`, what cannot be done is reported instead of refused.
    // Each instruction continues with the result of the one before.
    edited = await client.mobile.chatEdit({ image_url: edited?.result_url ?? url, instruction, partial: true })
    for (const { step, status, reason } of edited.steps)
      console.log(`  ${status}: ${step}${reason ? ` (${reason})` : ''}`)
    for (const warning of edited.warnings) console.log(`  note: ${warning.message}`)
  }
  if (edited) {
    const name = `${basename(photo, extname(photo))}-edited${extname(new URL(edited.result_url).pathname)}`
    await client.images.download(edited, name)
    console.log(name)
  }
} catch (error) {
  if (!(error instanceof PlatelightError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}
