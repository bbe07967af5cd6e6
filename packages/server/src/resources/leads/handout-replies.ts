import { readFile } from 'node:fs/promises'
import { ServiceError } from '../../base/service-error.ts'
import { SpecialReply } from '../../contract/index.ts'
import { type Handout, type Handouts, openHandout } from '../../leads/handouts.ts'

/** A link is for one person, and its file may get a new version. */
const CACHE = 'private, no-cache'
/** The only style that a page may have. */
const STYLE = /<style>(.*?)<\/style>/is
const MAX_NAMED = 20

/** @throws ServiceError `not_found` (404) with the ids of handouts that exist. */
export async function requireHandout(handouts: Handouts, id: string, locale: string): Promise<Handout> {
  const found = await handouts.find(id, locale)
  if (found) return found
  const ids = [...new Set((await handouts.list()).map((one) => one.id))]
  const some = ids.slice(0, MAX_NAMED).join(', ')
  const hint = ids.length > 0 ? `There are: ${some}.` : 'This server offers none.'
  throw new ServiceError('not_found', `There is no such resource. ${hint}`)
}

/** A handout as a reply: HTML as a page that runs no scripts and loads nothing, any other file as an attachment. */
export async function handoutReply(handout: Handout): Promise<SpecialReply> {
  const { name, path, mime, bytes: sizeBytes, changedMs } = handout
  if (mime === 'text/html') {
    const html = await readFile(path, 'utf8')
    return new SpecialReply({ kind: 'page', page: { status: 200, html, style: STYLE.exec(html)?.[1] ?? '' } })
  }
  const etag = `"${Math.floor(changedMs).toString(36)}-${sizeBytes.toString(36)}"`
  const open = (range?: { start: number; end: number }) => openHandout(handout, range)
  return new SpecialReply({
    kind: 'file',
    file: { sizeBytes, mime, etag, cacheControl: CACHE, attachment: name, open },
  })
}
