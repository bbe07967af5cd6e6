import type { Schemas } from '../../contract/index.ts'

type StyleId = Schemas['StyleId']

export interface Style {
  readonly id: StyleId
  readonly name: string
  /** The style in one sentence. */
  readonly description: string
  /** How such a photo is taken. Only styles that are a way of photographing food have it; the others are moods. */
  readonly photography: string | undefined
}

/** Every style that an operation takes. The short names are those of /api/generate. */
const STYLE: Readonly<Record<StyleId, Omit<Style, 'id'>>> = {
  professional: {
    name: 'Professional',
    description: 'Clean and even, as a photographer would deliver it for a menu.',
    photography: 'Large soft light from the side, a tidy table, the dish sharp from front to back.',
  },
  natural_light: {
    name: 'Natural light',
    description: 'Daylight from a window: soft shadows and true colours.',
    photography: 'A table beside a window, light from one side, nothing but the dish and what it is eaten with.',
  },
  bright_airy: {
    name: 'Bright and airy',
    description: 'Light and fresh, for breakfasts, salads and cafés.',
    photography: 'Pale surfaces, much soft light, open shadows and space around the plate.',
  },
  dark_moody: {
    name: 'Dark and moody',
    description: 'Deep shadows and a glowing dish, for steaks, cocktails and evenings.',
    photography: 'A dark table, one narrow light from behind or the side, the dish the brightest thing.',
  },
  overhead: {
    name: 'Overhead',
    description: 'Straight from above, for bowls, pizzas and full tables.',
    photography: 'The camera looks straight down; shapes and the order on the table carry the picture.',
  },
  macro: {
    name: 'Close-up',
    description: 'Very near, so that crust, steam and sauce fill the frame.',
    photography: 'The camera is close and low, the nearest edge sharp, everything behind it soft.',
  },
  natural: {
    name: 'Natural',
    description: 'As the dish looks on the table: honest light and colour, little else.',
    photography: undefined,
  },
  moody: {
    name: 'Moody',
    description: 'Low light and contrast, for an evening menu.',
    photography: undefined,
  },
  bright: {
    name: 'Bright',
    description: 'Plenty of light and clean colours, for delivery menus.',
    photography: undefined,
  },
}

export const STYLES: readonly Style[] = (Object.keys(STYLE) as StyleId[]).map((id) => ({ id, ...STYLE[id] }))

type GenerateStyle = NonNullable<Schemas['GenerateRequest']['style']>

/** The styles of the older /api/generate. Every newer operation with a style takes all of them. */
export const GENERATE_STYLES: ReadonlySet<StyleId> = new Set<GenerateStyle>([
  'natural',
  'moody',
  'bright',
  'overhead',
  'macro',
])
