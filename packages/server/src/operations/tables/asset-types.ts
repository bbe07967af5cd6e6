import type { Schemas } from '../../contract/index.ts'

type AssetType = Schemas['AssetForm']['asset_type']
type AssetPreset = Schemas['AssetForm']['preset']

interface Entry {
  readonly name: string
  readonly description: string
}

/** The kinds of assets that a restaurant can show. */
export const ASSET_TYPES: Readonly<Record<AssetType, Entry>> = {
  poster: { name: 'Poster', description: 'One dish and one message, to be read from across the street.' },
  flyer: { name: 'Flyer', description: 'A hand-out with a few dishes, an offer and where to find you.' },
  menu: { name: 'Menu', description: 'Dishes with descriptions and prices, in sections.' },
  post: { name: 'Post', description: 'A square or upright picture with a short line, for social media.' },
  banner: { name: 'Banner', description: 'Wide and low, for the top of a website or an online shop.' },
}

/** The occasions for which an asset is created. */
export const ASSET_PRESETS: Readonly<Record<AssetPreset, Entry>> = {
  daily_special: { name: 'Daily special', description: 'What is cooked today, with its price.' },
  new_dish: { name: 'New dish', description: 'Something that was not on the menu before.' },
  happy_hour: { name: 'Happy hour', description: 'Drinks and snacks, with the hours of the offer.' },
  grand_opening: { name: 'Grand opening', description: 'A new place, its date and its address.' },
  seasonal: { name: 'Seasonal', description: 'Dishes of a season: asparagus, pumpkin, winter stews.' },
  combo_deal: { name: 'Combo deal', description: 'Several things together for one price.' },
  full_menu: { name: 'Full menu', description: 'Everything there is, in sections with prices.' },
  event: { name: 'Event', description: 'A tasting, a live evening, a holiday dinner.' },
}
