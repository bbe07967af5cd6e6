import type { Platform } from './platform-terms.ts'

const CHECKED = { checked_on: '2026-11' } as const
const OWN = { ...CHECKED, forbids_generated: false, verified: true }
const HD = { width: 1920, height: 1080 } as const

/**
 * Platforms that deliver food, and the programs that feed them. A megabyte is read as 1,000,000 bytes, the stricter reading.
 */
export const DELIVERY_ROWS: readonly Platform[] = [
  {
    ...OWN,
    id: 'ubereats.item',
    name: 'Uber Eats, dish',
    rules: {
      min_size: { width: 320, height: 320 },
      max_size: { width: 6000, height: 6000 },
      formats: ['jpeg', 'png', 'webp'],
      max_bytes: 25_000_000,
    },
    // Small and light enough for the older feed as well.
    export: {
      size: { width: 1800, height: 1440 },
      min_size: { width: 400, height: 320 },
      format: 'jpeg',
      max_bytes: 1_000_000,
    },
    content: [],
    source: 'developer.uber.com/docs/eats/faq',
    confidence: 'high',
    conflicts: [
      'An older feed by way of Oracle Simphony takes JPEG from 320 to 1800 pixels a side under 1 MB, PNG from 350 to 1800 (docs.oracle.com); exports satisfy both.',
      'No aspect is stated by Uber; 5:4 is what a third party says (gourmetpix.com).',
    ],
  },
  {
    ...OWN,
    id: 'ubereats.cover',
    name: 'Uber Eats, cover',
    rules: {
      ...{ size: { width: 2880, height: 2304 }, aspects: ['5:4'], formats: ['jpeg'] },
      ...{ judged: ['dark'], forbids: ['text'] },
    },
    export: { size: { width: 2880, height: 2304 }, format: 'jpeg' },
    content: [
      'The food is centred and level.',
      'No text but the logo of the store, no collage, no black and white.',
      'Neither dark nor with harsh shadows.',
      'People are better left out.',
      'A review takes up to three business days.',
    ],
    source: 'help.uber.com, restaurant submitted menu photo guidelines and adding menu photos FAQ',
    confidence: 'high',
    conflicts: [],
  },
  {
    ...OWN,
    id: 'doordash.item',
    name: 'DoorDash, dish',
    rules: {
      min_size: { width: 1400, height: 800 },
      aspects: ['16:9'],
      formats: ['jpeg', 'png'],
      max_bytes: 16_000_000,
      judged: ['blurred'],
      forbids: ['text', 'logo'],
    },
    export: { size: HD, min_size: { width: 1424, height: 801 }, format: 'jpeg', max_bytes: 16_000_000 },
    content: [
      'One dish a photo; fourteen kinds of photos are rejected.',
      'No text, logo or collage, and no stock photo.',
      'Seen from straight above or from the side, never from halfway; the same background through the whole set.',
    ],
    source: 'gourmetpix.com citing DoorDash; aspect and angles also in the OCUS shoot guideline v1.9 for DoorDash',
    confidence: 'medium',
    conflicts: [
      'The least size named, 1400 x 800, is not 16:9 itself.',
      'foodphoto.ai says 4:3, at least 1200 x 800, better 2400 x 1600, up to 10 MB, the food filling 60 to 80 %; hearsay, not used.',
      'Photos that come with a menu feed are cropped by DoorDash and approved by hand or by machine (developer.doordash.com).',
    ],
  },
  {
    ...OWN,
    id: 'doordash.logo',
    name: 'DoorDash, logo',
    rules: {
      min_size: { width: 230, height: 230 },
      aspects: ['1:1'],
      formats: ['jpeg', 'png'],
      max_bytes: 2_000_000,
    },
    export: {
      size: { width: 920, height: 920 },
      min_size: { width: 230, height: 230 },
      format: 'png',
      max_bytes: 2_000_000,
    },
    content: ['DoorDash crops it to a square about its middle.'],
    source: 'gourmetpix.com',
    confidence: 'low',
    conflicts: [],
  },
  {
    ...OWN,
    id: 'deliveroo.item',
    name: 'Deliveroo, dish',
    rules: { size: HD, aspects: ['16:9'], formats: ['jpeg', 'png'] },
    export: { size: HD, format: 'jpeg' },
    content: [],
    source: 'api-docs.deliveroo.com, menu API guidelines',
    confidence: 'high',
    conflicts: [],
  },
  {
    ...OWN,
    id: 'deliveroo.cover',
    name: 'Deliveroo, cover',
    rules: { min_size: HD, aspects: ['16:9'], formats: ['jpeg', 'png'], max_bytes: 18_000_000 },
    export: { size: HD, format: 'jpeg', max_bytes: 18_000_000 },
    content: [],
    source: 'api-docs.deliveroo.com, menu API guidelines',
    confidence: 'high',
    conflicts: [],
  },
  {
    ...OWN,
    id: 'glovo.item',
    name: 'Glovo, dish',
    rules: { size: HD, aspects: ['16:9'], formats: ['jpeg', 'png'] },
    export: { size: HD, format: 'jpeg' },
    content: ['Every picture is checked by a person.'],
    source: 'docs.oracle.com, Simphony integration with Glovo',
    confidence: 'medium',
    conflicts: [],
  },
  {
    ...OWN,
    id: 'deliverect.item',
    name: 'Deliverect, dish',
    rules: {
      min_size: HD,
      max_size: { width: 4920, height: 3264 },
      aspects: ['16:9'],
      formats: ['jpeg', 'png'],
    },
    export: { size: HD, format: 'jpeg' },
    content: ['What breaks these rules arrives as an empty picture, or the whole menu is refused.'],
    source: 'developers.deliverect.com, Images',
    confidence: 'high',
    conflicts: [
      'For the channels that it feeds (Just Eat, Wolt, Glovo, Uber Eats and others) its figures are a stand-in.',
    ],
  },
  {
    ...OWN,
    id: 'keeta.item',
    name: 'Keeta, dish',
    rules: {
      min_size: { width: 600, height: 450 },
      aspects: ['4:3'],
      formats: ['jpeg', 'png', 'webp'],
      max_bytes: 5_000_000,
    },
    // Two megabytes are what it advises.
    export: {
      size: { width: 1200, height: 900 },
      min_size: { width: 600, height: 450 },
      format: 'jpeg',
      max_bytes: 2_000_000,
    },
    content: ['The same size through the whole catalogue.'],
    source: 'api-docs.mykeeta.com, upload image',
    confidence: 'high',
    conflicts: [],
  },
  {
    ...OWN,
    id: 'menuapp.item',
    name: 'menu.app, dish',
    rules: { size: { width: 1200, height: 800 }, aspects: ['3:2'], max_bytes: 800_000, forbids: ['text'] },
    export: {
      size: { width: 1200, height: 800 },
      format: 'jpeg',
      max_bytes: 800_000,
      safe_area: { width: 800, height: 800 },
    },
    content: ['No text on pictures.', 'What matters lies in the middle 800 x 800 pixels.'],
    source: 'support.menu.app',
    confidence: 'high',
    conflicts: [],
  },
]
