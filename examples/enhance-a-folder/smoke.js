// Checks the setup: requests the price of the folder, which costs nothing: `npm run smoke -- ./menu`.

import { Platelight } from '@platelight/sdk'
import { estimateFolder } from '@platelight/sdk/node'

const [input = './menu', outDir = './enhanced'] = process.argv.slice(2)
const client = new Platelight()

const { status } = await client.service.health()
const { credits } = await client.photos.credits()
const quote = await estimateFolder(client, input, { outDir })
console.log(`The server is ${status}, the key has ${credits} credits, and ${input} would cost ${quote.credits}.`)
