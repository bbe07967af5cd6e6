import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverFolder } from '../../base/server-folder.ts'
import { ServiceError } from '../../base/service-error.ts'
import { askChild } from './ask-child.ts'

/** A menu has few pages. */
const MOST_PAGES = 60
const MOST_CHARACTERS = 20_000
/** A compressed page may be a thousand times larger than its file. Escaped in JSON, a character takes up to six bytes. */
const LIMITS = { seconds: 20, memory: 600e6, answer: 6 * MOST_CHARACTERS + 1000 }

/**
 * What the child process runs. It gets the file on its standard input, and answers with a line of JSON. Lines are put together
 * as they stand on the page, so that a price stays beside its dish.
 */
const READER = (folder: string) => `
import { getDocument } from ${JSON.stringify(`${folder}pdfjs.mjs`)}
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const answer = (one) => process.stdout.write(JSON.stringify(one))
try {
  const pdf = await getDocument({ data: new Uint8Array(Buffer.concat(chunks)), isEvalSupported: false, useSystemFonts: false, verbosity: 0 }).promise
  if (pdf.numPages > ${MOST_PAGES}) answer({ pages: pdf.numPages })
  else {
    let text = ''
    for (let number = 1; number <= pdf.numPages && text.length <= ${MOST_CHARACTERS}; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      let last
      for (const { str, transform, width } of items) {
        if (str === undefined || str.trim() === '') continue
        const [, , , , x, y] = transform
        const size = Math.hypot(transform[2], transform[3]) || 10
        if (!last) text += text === '' ? '' : '\\n\\n'
        else if (Math.abs(y - last.y) > 0.5 * Math.min(size, last.size)) text += last.y - y > 2.1 * size || y - last.y > size ? '\\n\\n' : '\\n'
        else if (x - last.end > 1.2 * size) text += '   '
        else if (x - last.end > 0.12 * size && !/\\s$/.test(text)) text += ' '
        text += str
        last = { y, size, end: x + width }
      }
    }
    answer({ text: text.slice(0, ${MOST_CHARACTERS + 1}) })
  }
} catch (error) {
  answer({ failed: error?.name ?? 'Error' })
}
process.exit()
`

type Answer = { readonly text: string } | { readonly pages: number } | { readonly failed: string }

/**
 * Reads the text of a PDF in a process of its own, with limits of pages, time and memory.
 *
 * @throws ServiceError `pdf_unreadable`
 */
export async function readPdfText(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  const answer = await ask(bytes, signal)
  if ('pages' in answer)
    throw unreadable(`has ${answer.pages} pages, and ${MOST_PAGES} are read. Send the pages with the menu`)
  if ('failed' in answer) {
    throw unreadable(
      answer.failed === 'PasswordException'
        ? 'is protected by a password. Remove it'
        : 'is damaged, or no PDF. Export it again',
    )
  }
  if (answer.text.trim() === '')
    throw unreadable('has no text, only pictures of it. Send the dishes as items_json or source_text')
  if (answer.text.length > MOST_CHARACTERS) {
    throw unreadable(`has more than ${MOST_CHARACTERS} characters of text. Send the pages with the menu`)
  }
  // Characters that are no text would end in the layout.
  return answer.text.replace(/[^\P{Cc}\n\t]/gu, '')
}

async function ask(bytes: Uint8Array, signal: AbortSignal): Promise<Answer> {
  const printed = await askChild(READER(libraryFolder()), bytes, LIMITS, signal)
  if (printed === undefined) {
    throw unreadable(
      `takes more than ${LIMITS.seconds} seconds or ${LIMITS.memory / 1e6} MB to read. Export it again, with fewer pages`,
    )
  }
  return JSON.parse(printed) as Answer
}

/** Copied there by tsup.config.ts. Before the build, the package serves. */
function libraryFolder(): string {
  const built = join(serverFolder(), 'dist', 'unpdf')
  const folder = existsSync(built) ? built : dirname(createRequire(import.meta.url).resolve('unpdf'))
  return pathToFileURL(`${folder}/`).href
}

const unreadable = (why: string) => new ServiceError('pdf_unreadable', `This PDF ${why}.`, { field: 'pdf' })
