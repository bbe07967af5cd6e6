import type { Schemas } from '../../contract/index.ts'
import { CREDITS } from '../prices.ts'

type ResolutionId = Schemas['Resolution']

/** The use of each resolution, and its long side in pixels. */
const RESOLUTION: Readonly<Record<ResolutionId, { readonly name: string; readonly max_side: number }>> = {
  '1K': { name: 'Standard: delivery apps and posts', max_side: 1024 },
  '2K': { name: 'High: websites and screens in the restaurant', max_side: 2048 },
  '4K': { name: 'Print: menus and posters', max_side: 4096 },
}

/** The long side of a generated picture in pixels. */
export const longSideOf = (id: ResolutionId): number => RESOLUTION[id].max_side

/** In order of size, with the price of one picture of generate-v2. */
export const RESOLUTIONS = (Object.keys(RESOLUTION) as ResolutionId[]).map((id) => ({
  id,
  ...RESOLUTION[id],
  credits: CREDITS.resolution[id],
}))
