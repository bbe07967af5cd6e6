import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: { readonly target: string[] }[]
}

/** What axe finds on the page that stops or hinders people, as `rule: where`. The page is opened with `bypassCSP`. */
export async function findBarriers(page: Page): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // The policy of the page lets no other script in, also not this one; the browser's own tools may.
  return page.evaluate(async (source) => {
    if (!('axe' in window)) new Function(source)()
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, axe)
}
