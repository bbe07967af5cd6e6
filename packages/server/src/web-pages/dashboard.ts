import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'
import { SpecialReply, type WebPage } from '../contract/index.ts'
import { cachedFile } from './cached-file.ts'

/** In a build the dashboard is beside this code, in a clone it is where its package was built. */
const FOLDERS = ['./dashboard', '../../../dashboard/dist'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
/** A name with the hash of its content, which cannot lead out of its folder. */
const ASSET = /^\/dashboard\/assets\/([\w-]+(?:\.[\w-]+)*\.(js|css|woff2|webp))$/
const MIMES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  webp: 'image/webp',
}

/** The dashboard: one page for all its paths, which finds its way by itself, and its files. */
export function createDashboard(): { find(path: string): WebPage | undefined } {
  const assets = new Map<string, WebPage>()

  /** A file with a name that nobody has built stays unknown, so it is kept in memory only when it is there. */
  const asset = (name: string, ending: string): WebPage => {
    const known = assets.get(name)
    if (known) return known
    const file = cachedFile(MIMES[ending] ?? '', () => built(join('assets', name)), { isImmutable: true })
    return {
      isFile: true,
      answer: async (request) => {
        const reply = await file.answer(request).catch(() => undefined)
        if (!reply) return notThere()
        assets.set(name, file)
        return reply
      },
    }
  }

  const page: WebPage = {
    answer: async () => {
      const text = await built('index.html').then(String, () => undefined)
      if (text === undefined) return notBuilt
      return new SpecialReply({ kind: 'page', page: { status: 200, html: text, style: '', hasScripts: true } })
    },
  }

  return {
    find(path) {
      const [, name, ending] = ASSET.exec(path) ?? []
      if (name !== undefined && ending !== undefined) return asset(name, ending)
      return path === '/dashboard' || /^\/dashboard\/[\w-]+$/.test(path) ? page : undefined
    },
  }
}

const built = async (path: string): Promise<Buffer> => {
  const [beside = '', inClone = ''] = FOLDERS
  return readFile(join(beside, path)).catch(() => readFile(join(inClone, path)))
}

const simplePage = (status: number, title: string, sentence: string) =>
  new SpecialReply({ kind: 'page', page: webPage({ status, title, content: html`<p class="lead">${sentence}</p>` }) })

const notBuilt = simplePage(
  503,
  'Dashboard',
  'The dashboard is not built in this clone: run "npm start", which builds it.',
)

/** A page that was open during an update asks for files of before. */
const notThere = () => simplePage(404, 'Not here', 'This file is of another version. Load the page again.')
