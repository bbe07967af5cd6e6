// Makes a menu, a poster and a week of posts of a folder with photos and prices: `npm start -- ./dishes ./out`. With `--reel`,
// also a short film of the first dish.

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Platelight, PlatelightError } from '@platelight/sdk'
import { readPrices } from './read-prices.js'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const wantsReel = process.argv.includes('--reel')
const [folder, out = 'out'] = process.argv.slice(2).filter((one) => one !== '--reel')
if (folder === undefined) {
  console.error('Usage: npm start -- ./dishes ./out [--reel]')
  process.exit(2)
}

// Reads PLATELIGHT_API_KEY and PLATELIGHT_BASE_URL.
const client = new Platelight()

try {
  const dishes = readPrices(readFileSync(join(folder, 'prices.csv'), 'utf8'))
  const shown = dishes.filter(({ photo }) => photo !== '' && existsSync(join(folder, photo)))
  /** @param {typeof dishes[number]} dish */
  const photoOf = ({ photo }) => ({ path: join(folder, photo) })
  mkdirSync(out, { recursive: true })

  await make('menu', {
    asset_type: 'menu',
    preset: 'full_menu',
    // Without the names of the photos.
    items_json: JSON.stringify(dishes.map(({ photo: _, ...dish }) => dish)),
    reference_images: shown.slice(0, 1).map(photoOf),
  })
  await make('poster', {
    asset_type: 'poster',
    preset: 'new_dish',
    headline: 'New on our menu',
    reference_images: shown.slice(0, 4).map(photoOf),
  })
  // A dish a day. With fewer than seven, they come again.
  for (const [index, day] of DAYS.entries()) {
    const dish = shown[index % shown.length]
    if (!dish) break
    await make(day, { asset_type: 'post', headline: dish.name, offer: dish.price, reference_images: [photoOf(dish)] })
  }
  const [first] = shown
  if (wantsReel && first) {
    const job = await client.reels.create({ image: photoOf(first), headline: first.name, offer: first.price })
    const { video_url, credits_used } = await job.wait()
    await client.images.download(video_url, join(out, 'reel.mp4'))
    console.log(`reel: reel.mp4 for ${credits_used} credits`)
  }
} catch (error) {
  if (!(error instanceof PlatelightError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}

/**
 * Makes one asset and saves its files: a PDF for the printer, and a PNG and a JPEG of each page.
 *
 * @param {string} name
 * @param {import('@platelight/sdk').AssetParams} form
 */
async function make(name, form) {
  const { files, credits_used } = await client.assets.create(form)
  for (const { url, format, page = 1 } of files) {
    const extension = format === 'jpeg' ? 'jpg' : format
    await client.images.download(
      { result_url: url },
      join(out, `${name}${page > 1 ? `-page-${page}` : ''}.${extension}`),
    )
  }
  console.log(`${name}: ${files.length} files for ${credits_used} credits`)
}
