import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withPrices } from '../fill/fill-prices.ts'
import { ROOT } from '../read/bundle-document.ts'
import type { OpenApi } from '../read/openapi-model.ts'

/**
 * Replaces the text between `<!-- generated: name -->` and `<!-- /generated -->`.
 *
 * @throws Error if the text has no such markers.
 */
export function withGenerated(text: string, name: string, content: string): string {
  const start = `<!-- generated: ${name} -->\n`
  const from = text.indexOf(start) + start.length
  const to = text.indexOf('<!-- /generated -->', from)
  if (from < start.length || to < 0) throw new Error(`The markers of ${name} are missing.`)
  return text.slice(0, from) + content + text.slice(to)
}

/** The pages in `docs/` that name events or prices, with the current ones, by their paths. */
export async function documentPages(document: OpenApi): Promise<Record<string, string>> {
  const read = (page: string) => readFile(join(ROOT, page), 'utf8')
  const events = withGenerated(await read('docs/events.md'), 'events', eventTable(document))
  const behaviour = withMarkedPrices(await read('docs/api-behaviour.md'))
  return { 'docs/events.md': events, 'docs/api-behaviour.md': behaviour }
}

/** Prices in running text: `<!-- credits enhance -->1 credit<!-- /credits -->`. */
export const withMarkedPrices = (text: string): string =>
  text.replace(
    /(<!-- credits ([^>]+?) -->)[^<]*(<!-- \/credits -->)/g,
    (_, start: string, name: string, end: string) => `${start}${withPrices(`{credits ${name}}`)}${end}`,
  )

const eventTable = ({ webhooks }: OpenApi): string =>
  [
    '| event | when |',
    '| --- | --- |',
    ...Object.entries(webhooks).map(([event, { post }]) => `| \`${event}\` | ${sentencePart(post?.summary ?? '')} |`),
    '',
  ].join('\n')

/** A summary as the cell of a table: `An enhancement failed.` → `an enhancement failed`. */
const sentencePart = (summary: string): string => summary.charAt(0).toLowerCase() + summary.slice(1).replace(/\.$/, '')
