import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked, type Token, type Tokens } from 'marked'
import { Html, html } from '../../base/html/html-template.ts'
import { GUIDES, type Guide } from './guide-list.ts'

/** In a build the guides are beside this code, in a clone each is where it was written. */
const BUILT = new URL('./guides/', import.meta.url)
const CLONE = new URL('../../../../../', import.meta.url)

export interface GuideSection {
  /** The part of the address after `#`; empty for what stands before the first heading. */
  readonly id: string
  readonly title: string
  readonly level: number
  /** The words without markup, for the search. */
  readonly text: string
}

export interface GuideText {
  readonly markdown: string
  readonly content: Html
  readonly sections: readonly GuideSection[]
}

const read = (path: string, from: URL) => readFile(fileURLToPath(new URL(path, from)), 'utf8')

const texts = new Map<string, Promise<GuideText>>()

/** A guide as Markdown, as markup and as sections. It is read once. */
export function guideText(guide: Guide): Promise<GuideText> {
  const known = texts.get(guide.name)
  if (known) return known
  const text = load(guide)
  texts.set(guide.name, text)
  text.catch(() => texts.delete(guide.name))
  return text
}

async function load(guide: Guide): Promise<GuideText> {
  const file = await read(`${guide.name}.md`, BUILT).catch(() => read(guide.source, CLONE))
  const markdown = withoutTitle(sectionOf(file.replaceAll(/<!--[\s\S]*?-->/g, ''), guide.section))
  const tokens = marked.lexer(markdown)
  const sections = sectionsOf(tokens)
  const headings = sections.filter(({ id }) => id !== '')
  const content = new Html(marked.parser(tokens, { renderer: rendererOf(guide, headings) }))
  return { markdown: `# ${guide.title}\n\n${markdown}`, content, sections }
}

/** One section of a file, with its own headings raised by one level so that they begin at the second. */
function sectionOf(file: string, title: string | undefined): string {
  if (title === undefined) return file
  const [, rest = ''] = file.split(`\n## ${title}\n`)
  const [section = ''] = rest.split(/\n## /)
  return section.replaceAll(/^##(#+ )/gm, '#$1')
}

const withoutTitle = (markdown: string) => markdown.trim().replace(/^# .*\n+/, '')

function sectionsOf(tokens: readonly Token[]): GuideSection[] {
  const sections: { id: string; title: string; level: number; words: string[] }[] = [
    { id: '', title: '', level: 1, words: [] },
  ]
  for (const token of tokens) {
    if (token.type !== 'heading') {
      sections.at(-1)?.words.push(token.raw)
      continue
    }
    const { text, depth } = token as Tokens.Heading
    const title = text.replaceAll('`', '')
    const same = sections.filter((one) => one.id.replace(/-\d+$/, '') === slug(title)).length
    sections.push({ id: slug(title) + (same > 0 ? `-${same}` : ''), title, level: depth, words: [] })
  }
  return sections.map(({ words, ...section }) => ({ ...section, text: plain(words.join('\n')) }))
}

/** The anchor that forges give a heading. */
const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const plain = (markdown: string) =>
  markdown
    .replaceAll(/^```.*$/gm, ' ')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[`*#|[\]]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Headings get their anchors, links lead to the guides of this server, and raw markup is shown as text. */
function rendererOf(guide: Guide, headings: readonly GuideSection[]) {
  const renderer = new marked.Renderer()
  let next = 0
  renderer.heading = ({ tokens, depth }) =>
    `<h${depth} id="${headings[next++]?.id ?? ''}">${renderer.parser.parseInline(tokens)}</h${depth}>\n`
  renderer.code = ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>`.text
  renderer.html = ({ text }) => html`${text}`.text
  renderer.image = ({ text }) => html`${text}`.text
  renderer.link = ({ href, tokens }) => {
    const text = new Html(renderer.parser.parseInline(tokens))
    const address = addressOf(href, guide)
    return (address === undefined ? text : html`<a href="${address}">${text}</a>`).text
  }
  const table = renderer.table.bind(renderer)
  renderer.table = (token) => `<div class="scrolls" tabindex="0">${table(token)}</div>`
  return renderer
}

/** Where a link of a guide leads on this server. A file that is no guide is not on it. */
function addressOf(href: string, { source }: Guide): string | undefined {
  if (/^(https:|#)/.test(href)) return href
  const [path = '', anchor] = posix.join(posix.dirname(source), href).split('#')
  const target = GUIDES.find((one) => one.source === path || one.source === `${path}/README.md`)
  if (!target || target.source === 'README.md') return undefined
  return `/docs/guides/${target.name}${anchor === undefined ? '' : `#${anchor}`}`
}
