import { runInNewContext } from 'node:vm'
import type { Browser } from './browser.ts'

interface Element {
  hidden: boolean
  textContent: string
  value: string
  href?: string
  readonly children: Element[]
  append(child: Element): void
  appendChild(child: Element): Element
  addEventListener(event: string, work: (event: { preventDefault(): void }) => unknown): void
  /** A click, or the submission of a form. */
  click(): Promise<unknown>
}

function element(): Element {
  const listeners: Parameters<Element['addEventListener']>[1][] = []
  const made: Element = {
    hidden: true,
    textContent: '',
    value: '',
    children: [],
    append: (child) => void made.children.push(child),
    appendChild: (child) => {
      made.children.push(child)
      return child
    },
    addEventListener: (_, work) => void listeners.push(work),
    click: () => Promise.all(listeners.map((work) => work({ preventDefault: () => {} }))),
  }
  return made
}

/**
 * Loads a page and runs its script, with as much of a browser as it uses. The cookies are those of the browser, and what the page
 * stores is in `stored`.
 */
export async function openPage(by: Browser, address: string, stored = new Map<string, string>()) {
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
    location: {
      href: url.href,
      pathname: url.pathname,
      replace: (to: string) => void went.push(to),
      reload: () => void went.push('again'),
    },
    history: { replaceState: (_: unknown, __: string, to: string) => void went.push(`shows ${to}`) },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    document: {
      querySelector: () => title,
      getElementById: (id: string) => elements.get(id),
      createElement: element,
    },
    fetch: (to: string, init: RequestInit = {}) => by.send(new URL(to, url), init),
  }
  runInNewContext(script, context)
  const at = (id: string): Element => {
    const found = elements.get(id)
    if (!found) throw new Error(`the page has no ${id}`)
    return found
  }
  return { title, at, went, stored }
}
