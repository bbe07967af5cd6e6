import type { Platform, PlatformProfile } from './platform-terms.ts'

/**
 * The export for platforms without published figures. It fits the rules of Uber Eats dishes, Deliveroo, Glovo, Deliverect,
 * DoorDash dishes and Square at once, and a square from its middle still shows the dish.
 */
const SAFE_PROFILE: PlatformProfile = {
  size: { width: 1920, height: 1080 },
  format: 'jpeg',
  max_bytes: 1_000_000,
  safe_area: { width: 1080, height: 1080 },
}

const unverified = (id: string, name: string, known: Partial<Platform> = {}): Platform => ({
  id: `${id}.item`,
  name: `${name}, dish`,
  rules: {},
  export: SAFE_PROFILE,
  content: [],
  forbids_generated: false,
  verified: false,
  source: 'no figures found in anything published',
  checked_on: '2026-11',
  confidence: 'none',
  conflicts: [],
  ...known,
})

/** Platforms that publish no figures, or whose figures were not found. */
export const UNVERIFIED_ROWS: readonly Platform[] = [
  unverified('grubhub', 'Grubhub', { content: ['Its interface answers with errors of its own about pictures.'] }),
  unverified('zomato', 'Zomato', {
    forbids_generated: true,
    content: ['Pictures of dishes made by a model are prohibited since September 2024, and looked for by machine.'],
    source: 'no figures found; the ban on generated dishes: newsx.com, startupforte.com, oecd.ai incident record',
  }),
  unverified('swiggy', 'Swiggy'),
  unverified('justeat', 'Just Eat'),
  unverified('wolt', 'Wolt'),
  unverified('foodpanda', 'foodpanda'),
  unverified('yelp', 'Yelp'),
  unverified('tripadvisor', 'Tripadvisor'),
  unverified('opentable', 'OpenTable'),
]
