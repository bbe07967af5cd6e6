import { runInNewContext } from 'node:vm'
import type { Browser } from './browser.ts'

interface Element {
  hidden: boolean
  textContent: string
}

const element = (): Element => ({ hidden: true, textContent: '' })

/** Loads a page and runs its script, with as much of a browser as it uses. The cookies are those of the browser. */
export async function openPage(by: Browser, address: string) {
  const url = new URL(address)
  const reply = await by.send(url)
  const page = await reply.text()
  const path = /<script type="module" src="([^"]+)">/.exec(page)?.[1] ?? ''
  const script = await (await by.send(new URL(path, url))).text()
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
  const elements = new Map(ids.map((id) => [id, element()]))
  const title = element()
  const went: string[] = []
  const context = {
    URL,
    location: { href: url.href, pathname: url.pathname, replace: (to: string) => void went.push(to) },
    history: { replaceState: (_: unknown, __: string, to: string) => void went.push(`shows ${to}`) },
    document: { querySelector: () => title, getElementById: (id: string) => elements.get(id) },
    fetch: (to: string, init: RequestInit = {}) =>
      by.send(new URL(to, url), { ...init, headers: { ...init.headers, origin: url.origin } }),
  }
  runInNewContext(script, context)
  const at = (id: string): Element => {
    const found = elements.get(id)
    if (!found) throw new Error(`the page has no ${id}`)
    return found
  }
  return { title, at, went }
}
