import MiniSearch from 'minisearch'
import { ERROR_STATUS, type ErrorCode } from '../../base/service-error.ts'
import { WARNING_CODES } from '../../base/warning-codes.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import { ERROR_TEXTS } from '../error-texts/index.ts'
import { WARNING_TEXTS } from '../warning-texts/index.ts'
import { GUIDES } from './guide-list.ts'
import { guideText } from './guide-text.ts'

export interface Found {
  readonly address: string
  readonly title: string
  /** What kind of page it is, or the title of the guide. */
  readonly where: string
  /** A passage around the words, of about 200 characters. */
  readonly passage: string
}

interface Entry extends Omit<Found, 'passage'> {
  readonly text: string
}

const MOST_RESULTS = 30
const MOST_WORDS = 10
const PASSAGE = 200
const RANKING = { prefix: (word: string) => word.length > 2, fuzzy: 0.15, boost: { title: 4, where: 2 } }
export const MOST_CHARACTERS = 200

/** The search over the guides, the API reference, the errors and the warnings. The index is made at the first search. */
export function createDocsSearch(document: OpenApiDocument): (query: string) => Promise<Found[]> {
  let index: Promise<(query: string) => Found[]> | undefined
  return async (query) => {
    index ??= makeIndex(document).catch((error: unknown) => {
      index = undefined
      throw error
    })
    return (await index)(query.slice(0, MOST_CHARACTERS))
  }
}

async function makeIndex(document: OpenApiDocument): Promise<(query: string) => Found[]> {
  const entries = [...(await guideEntries()), ...codeEntries(), ...operationEntries(document)]
  const index = new MiniSearch<Entry & { id: number }>({ fields: ['title', 'where', 'text'], tokenize: wordsOf })
  // In pieces, so that no other request waits for the whole.
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id })),
    { chunkSize: 10 },
  )
  return (query) => {
    const words = [...new Set(query.toLowerCase().split(/\s+/))].slice(0, MOST_WORDS).join(' ')
    const all = index.search(words, { ...RANKING, combineWith: 'AND' })
    const found = all.length > 0 ? all : index.search(words, { ...RANKING, combineWith: 'OR' })
    return found.slice(0, MOST_RESULTS).flatMap(({ id, terms }) => {
      const { text, ...entry } = entries[Number(id)] ?? ({} as Entry)
      return entry.address ? [{ ...entry, passage: passageOf(text, terms) }] : []
    })
  }
}

/** A name such as `PLATELIGHT_S3_BUCKET`, `images.removeBackground` or `/api/edit` is found whole and by its words. */
const wordsOf = (text: string): string[] => {
  const whole = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  return whole.flatMap((word) => {
    const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean)
    return parts.length > 1 ? [word, ...parts] : [word]
  })
}

async function guideEntries(): Promise<Entry[]> {
  const guides = GUIDES.map(async (guide) =>
    (await guideText(guide)).sections.map(({ id, title, text }) => ({
      address: `/docs/guides/${guide.name}${id && `#${id}`}`,
      title: title || guide.title,
      where: guide.title,
      text: id ? text : `${guide.about} ${text}`,
    })),
  )
  return (await Promise.all(guides)).flat()
}

const codeEntries = (): Entry[] => [
  ...(Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => ({
    address: `/docs/errors/${code}`,
    title: code,
    where: `Error ${ERROR_STATUS[code]}`,
    text: [ERROR_TEXTS[code].meaning, ...ERROR_TEXTS[code].remedies].join(' ').replaceAll('`', ''),
  })),
  ...WARNING_CODES.map((code) => ({
    address: `/docs/warnings/${code}`,
    title: code,
    where: 'Warning',
    text: [WARNING_TEXTS[code].meaning, ...WARNING_TEXTS[code].remedies].join(' ').replaceAll('`', ''),
  })),
]

interface Described {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
}

const operationEntries = ({ paths }: OpenApiDocument): Entry[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, value]) => {
      const { operationId, tags: [tag] = [], summary = '', description = '' } = value as Described
      if (operationId === undefined || tag === undefined) return []
      return {
        address: `/docs#/${encodeURIComponent(tag)}/${operationId}`,
        title: `${method.toUpperCase()} ${path}`,
        where: 'API reference',
        text: `${operationId} ${summary} ${description}`.replaceAll(/[`\s]+/g, ' '),
      }
    }),
  )

/** The passage that begins shortly before the first word that was found. */
function passageOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0), Number.POSITIVE_INFINITY)
  const from = Number.isFinite(first) && first > PASSAGE / 2 ? text.lastIndexOf(' ', first - PASSAGE / 4) + 1 : 0
  const cut = text.slice(from, from + PASSAGE)
  const whole = from + PASSAGE < text.length ? cut.slice(0, cut.lastIndexOf(' ')) : cut
  return `${from > 0 ? '… ' : ''}${whole}${from + PASSAGE < text.length ? ' …' : ''}`
}
