import type { AssetType } from '../asset-request.ts'
import type { Ground } from './palette.ts'
import type { Align } from './text-blocks.ts'

/** A piece of the copy. Each is placed once. */
export type Piece = 'logo' | 'name' | 'lead' | 'offer' | 'items' | 'contacts'

/**
 * How pictures enter: `cut-out` is one dish without its surroundings, `cover` fills its place up to the border of the page,
 * `backdrop` fills the page, `whole` shows one or more pictures uncut.
 */
export type PictureMode = 'none' | 'cut-out' | 'cover' | 'backdrop' | 'whole'

/** One design. */
export interface PageLayout {
  readonly id: string
  readonly picture: PictureMode
  /** Where the picture stands towards the text. */
  readonly side: 'above' | 'between' | 'left' | 'right' | 'behind'
  /** The least share of the page for the picture: of its height, or of its width beside text. */
  readonly least: number
  /** Before and after a picture that stands between; elsewhere all in this order. */
  readonly first: readonly Piece[]
  readonly last: readonly Piece[]
  readonly align: Align
  /** Undefined for that of the occasion. */
  readonly ground?: Ground
  /** The largest letters, as a share of those of the format. What has no picture fills its page with words. */
  readonly largest: number
  /** A line around the page. */
  readonly isFramed?: boolean
}

const HEAD: readonly Piece[] = ['logo', 'name', 'lead', 'offer']
const REST: readonly Piece[] = ['items', 'contacts']
const ALL: readonly Piece[] = [...HEAD, ...REST]

const UPRIGHT: readonly PageLayout[] = [
  {
    id: 'cut-out',
    picture: 'cut-out',
    side: 'between',
    least: 0.3,
    first: ['logo', 'name', 'lead'],
    last: ['offer', ...REST],
    align: 'center',
    largest: 1,
  },
  {
    id: 'backdrop',
    picture: 'backdrop',
    side: 'behind',
    least: 0.5,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1,
    ground: 'dark',
  },
  {
    id: 'picture-above',
    picture: 'cover',
    side: 'above',
    least: 0.34,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1,
  },
  {
    id: 'picture-between',
    picture: 'cover',
    side: 'between',
    least: 0.3,
    first: ['logo', 'name', 'lead'],
    last: ['offer', ...REST],
    align: 'center',
    largest: 1,
  },
  {
    id: 'framed',
    picture: 'whole',
    side: 'between',
    least: 0.27,
    first: ['logo', 'name', 'lead'],
    last: ['offer', ...REST],
    align: 'center',
    largest: 1,
    isFramed: true,
  },
  {
    id: 'pictures-above',
    picture: 'whole',
    side: 'above',
    least: 0.3,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1,
  },
  {
    id: 'words-framed',
    picture: 'none',
    side: 'above',
    least: 0,
    first: [],
    last: ALL,
    align: 'center',
    largest: 1.7,
    isFramed: true,
  },
  {
    id: 'words',
    picture: 'none',
    side: 'above',
    least: 0,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1.7,
    ground: 'main',
  },
  { id: 'words-plain', picture: 'none', side: 'above', least: 0, first: [], last: ALL, align: 'center', largest: 1.7 },
]

const WIDE: readonly PageLayout[] = [
  {
    id: 'cut-out-right',
    picture: 'cut-out',
    side: 'right',
    least: 0.32,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1.3,
  },
  {
    id: 'picture-right',
    picture: 'cover',
    side: 'right',
    least: 0.36,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1.3,
  },
  { id: 'whole-left', picture: 'whole', side: 'left', least: 0.3, first: [], last: ALL, align: 'start', largest: 1.3 },
  {
    id: 'whole-right',
    picture: 'whole',
    side: 'right',
    least: 0.24,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1.3,
    ground: 'main',
  },
  {
    id: 'words-framed',
    picture: 'none',
    side: 'above',
    least: 0,
    first: [],
    last: ALL,
    align: 'center',
    largest: 1.7,
    isFramed: true,
  },
  {
    id: 'words',
    picture: 'none',
    side: 'above',
    least: 0,
    first: [],
    last: ALL,
    align: 'start',
    largest: 1.7,
    ground: 'main',
  },
  { id: 'words-plain', picture: 'none', side: 'above', least: 0, first: [], last: ALL, align: 'center', largest: 1.7 },
]

/** The designs of each type but the menu, in the order in which they are tried. */
export const PAGE_LAYOUTS: Readonly<Record<Exclude<AssetType, 'menu'>, readonly PageLayout[]>> = {
  poster: UPRIGHT,
  flyer: UPRIGHT,
  post: UPRIGHT,
  banner: WIDE,
}
