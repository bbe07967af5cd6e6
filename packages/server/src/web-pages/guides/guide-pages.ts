import { html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import { type PageReply, SpecialReply, type WebPage } from '../../contract/index.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import { cachedFile } from '../cached-file.ts'
import { createDocsSearch, type Found, MOST_CHARACTERS } from './docs-search.ts'
import { GUIDES, type Guide } from './guide-list.ts'
import { type GuideText, guideText } from './guide-text.ts'
import { llmsFullText, llmsText } from './llms-text.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const READERS = [
  ['developers', 'For developers'],
  ['operators', 'For operators'],
] as const

/** The guides as pages and as Markdown, the search, and the lists for language models. */
export function createGuidePages(deps: {
  document: OpenApiDocument
  publicUrl: () => string
}): [path: string, WebPage][] {
  const find = createDocsSearch(deps.document)
  const search: WebPage['answer'] = async ({ prefersHtml, query }) => {
    const words = (query.get('q') ?? '').trim().slice(0, MOST_CHARACTERS)
    const results = words === '' ? [] : await find(words)
    return prefersHtml ? page(searchPage(words, results)) : { query: words, results: results.map(absolute(deps)) }
  }
  return [
    ['/docs/guides', { answer: async (asked) => (asked.prefersHtml ? page(INDEX) : indexJson(deps)) }],
    ['/docs/search', { answer: search }],
    ['/llms.txt', cachedFile(PLAIN, async () => Buffer.from(llmsText(deps)))],
    ['/llms-full.txt', cachedFile(PLAIN, async () => Buffer.from(await llmsFullText(deps)))],
    ...GUIDES.flatMap((guide): [string, WebPage][] => [
      [`/docs/guides/${guide.name}`, { answer: async () => page(guidePage(guide, await guideText(guide))) }],
      [
        `/docs/guides/${guide.name}.md`,
        cachedFile(MARKDOWN, async () => Buffer.from((await guideText(guide)).markdown)),
      ],
    ]),
  ]
}

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })

const absolute =
  ({ publicUrl }: { publicUrl: () => string }) =>
  ({ address, ...found }: Found) => ({ ...found, url: publicUrl() + address })

const searchForm = (words = '') => html`<form class="search" role="search" action="/docs/search">
<label for="q">Search guides, reference, errors and warnings</label>
<div><input id="q" name="q" type="search" value="${words}" maxlength="${MOST_CHARACTERS}" required><button>Search</button></div></form>`

const INDEX = webPage({
  title: 'Guides',
  hasForm: true,
  content: html`${searchForm()}${READERS.map(
    ([reader, title]) =>
      html`<h2>${title}</h2><ul class="links">${GUIDES.filter((one) => one.reader === reader).map(
        (one) => html`<li><a href="/docs/guides/${one.name}">${one.title}<span>${one.about}</span></a></li>`,
      )}</ul>`,
  )}<p class="quiet">Programs read <a href="/llms.txt">llms.txt</a>, and each guide as Markdown: add <code>.md</code> to its address.</p>`,
})

const indexJson = ({ publicUrl }: { publicUrl: () => string }) => ({
  guides: GUIDES.map(({ name, title, about }) => ({ title, about, url: `${publicUrl()}/docs/guides/${name}.md` })),
})

function guidePage(guide: Guide, { content, sections }: GuideText): PageReply {
  const contents = sections.filter(({ level, id }) => level === 2 && id !== '')
  return webPage({
    title: guide.title,
    hasForm: true,
    content: html`${searchForm()}${
      contents.length > 2 &&
      html`<nav class="contents" aria-label="On this page"><ul>${contents.map(
        ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
      )}</ul></nav>`
    }
${content}
<p><a href="/docs/guides">All guides</a> · <a href="/docs/guides/${guide.name}.md">This page as Markdown</a></p>`,
  })
}

const searchPage = (words: string, results: readonly Found[]): PageReply =>
  webPage({
    title: 'Search',
    hasForm: true,
    content: html`${searchForm(words)}${words !== '' && resultList(words, results)}`,
  })

const resultList = (words: string, results: readonly Found[]) =>
  results.length === 0
    ? html`<p>Nothing has the words <strong>${words}</strong>. Try fewer words, the code of an error, or the name of a setting.
<a href="/docs/guides">All guides</a></p>`
    : html`<ol class="found">${results.map(
        ({ address, title, where, passage }) =>
          html`<li><a href="${address}">${title}</a> <small class="quiet">${where}</small><br>${passage}</li>`,
      )}</ol>`
