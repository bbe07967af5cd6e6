import { dirname, isAbsolute, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Output } from '../reporting/run-events.ts'
import { escapeControls } from '../reporting/run-wording.ts'
import type { SheetEntry } from './sheet-entry.ts'
import { SHEET_MARK, type SheetInfo } from './sheet-info.ts'
import { type Thumbnail, thumbnailOf } from './thumbnail.ts'

/** Long side of the embedded pictures in pixels. Smaller for many photos, so that a phone can open the page. */
const sizeFor = (count: number): number => (count <= 60 ? 720 : count <= 300 ? 480 : 320)

/** Number of photos read at the same time. */
const CONCURRENCY = 4

/**
 * Renders the sheet as one page with embedded small pictures and links to the full files. Links are relative, so that
 * the page can be moved together with its folders.
 *
 * @param path absolute path of the page
 */
export async function htmlSheet(entries: readonly SheetEntry[], path: string, info: SheetInfo): Promise<string> {
  const figures: string[] = []
  for (let first = 0; first < entries.length; first += CONCURRENCY) {
    const part = entries.slice(first, first + CONCURRENCY)
    figures.push(...(await Promise.all(part.map((entry) => figureOf(entry, dirname(path), sizeFor(entries.length))))))
  }
  return page(figures, info)
}

async function figureOf(entry: SheetEntry, folder: string, size: number): Promise<string> {
  const box = { width: size, height: size }
  const before = await thumbnailOf(entry.before, box)
  const result = entry.after(before.jpeg ? before.width / before.height : 1)
  const after: Thumbnail = result ? await thumbnailOf(result, box) : { label: 'not enhanced' }
  const original = 'path' in entry.before ? address(entry.before.path, folder) : ''
  const elsewhere = 'url' in entry.before ? entry.before.url : ''
  const crops = await Promise.all(
    entry.outputs
      .filter((output) => output !== result)
      .map((output) => cropOf(output, entry.name, folder, Math.round(size / 2))),
  )
  const links = entry.outputs.map(({ format, path }) => link(address(path, folder), format))
  if (original || elsewhere) links.unshift(link(original || elsewhere, 'photo'))
  const facts = [
    `<span class="${entry.status}">${escapeMarkup(entry.verdict)}</span>`,
    escapeMarkup(entry.price),
    ...links,
  ]
  return `<figure>
<div class="pair">
${cell('before', original || elsewhere, before, `${entry.name}, before`)}
${cell('after', result ? address(result.path, folder) : '', after, `${entry.name}, after`)}
</div>
${crops.length > 0 ? `<div class="crops">\n${crops.join('\n')}\n</div>\n` : ''}<figcaption><b>${escapeMarkup(entry.name)}</b> <small>${facts.filter(Boolean).join(' · ')}</small></figcaption>
</figure>`
}

/** Another format of a photo, as a picture that links to the file. */
async function cropOf({ format, path }: Output, name: string, folder: string, size: number): Promise<string> {
  const picture = await thumbnailOf({ path }, { width: size, height: size })
  return cell(format, address(path, folder), picture, `${name}, ${format}`)
}

function cell(side: string, href: string, picture: Thumbnail, alt: string): string {
  const inside = picture.jpeg
    ? `<img src="data:image/jpeg;base64,${picture.jpeg.toString('base64')}" width="${picture.width}" height="${picture.height}" alt="${escapeMarkup(alt)}">`
    : `<em role="img" aria-label="${escapeMarkup(`${alt}: ${picture.label}`)}">${escapeMarkup(picture.label)}</em>`
  const label = `<i aria-hidden="true">${side}</i>`
  return href ? `<a href="${escapeMarkup(href)}">${inside}${label}</a>` : `<div>${inside}${label}</div>`
}

const link = (href: string, text: string): string => `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`

/** The encoded relative URL of a file; absolute only if it is on another disk. */
function address(path: string, folder: string): string {
  const relativePath = relative(folder, path)
  if (isAbsolute(relativePath)) return pathToFileURL(path).href
  return relativePath.split(sep).map(encodeURIComponent).join('/')
}

/** Escapes text for any position in the page. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const page = (figures: readonly string[], { title, facts }: SheetInfo): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="${SHEET_MARK}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escapeMarkup(escapeControls(title))}: before and after</title>
<style>
:root { color-scheme: light dark; --ink: #2f2a24; --soft: #6f665b; --paper: #faf7f2; --empty: #ebe5dc; --bad: #a3261b }
@media (prefers-color-scheme: dark) { :root { --ink: #ece5da; --soft: #a89f92; --paper: #191613; --empty: #2a2621; --bad: #ff9d8f } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 112rem; padding: 2rem clamp(1rem, 3vw, 3rem); background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.4rem; font-weight: 600; overflow-wrap: anywhere }
header { margin-bottom: 2rem }
p { margin: 0; color: var(--soft) }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 40rem), 1fr)); gap: 2.5rem 2rem; align-items: start }
figure { margin: 0; min-width: 0; break-inside: avoid }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; align-items: start }
.crops { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem }
.crops img { width: auto; height: 9rem }
.crops em { height: 9rem }
.pair > *, .crops > * { position: relative; display: block; color: inherit }
img { display: block; width: 100%; height: auto; max-height: 34rem; object-fit: contain; object-position: top; border-radius: .25rem }
em { display: grid; place-items: center; aspect-ratio: 4 / 3; border-radius: .25rem; background: var(--empty); color: var(--soft); font-style: normal; text-decoration: none }
i { position: absolute; left: .5rem; top: .5rem; padding: 0 .6rem; border-radius: 1rem; background: #000a; color: #fff; font-size: .8rem; font-style: normal }
figcaption { margin-top: .5rem; overflow-wrap: anywhere }
b { margin-right: .5rem; font-weight: 600 }
small { font-size: .875rem; color: var(--soft) }
small a { color: inherit }
.failed { color: var(--bad) }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
@media print {
  :root { --ink: #000; --soft: #444; --paper: #fff; --empty: #eee; --bad: #900 }
  @page { margin: 12mm }
  body { padding: 0; font-size: 10pt }
  main { grid-template-columns: 1fr 1fr; gap: 6mm }
  img { max-height: 70mm }
  small a { text-decoration: none }
}
</style>
</head>
<body>
<header>
<h1>${escapeMarkup(escapeControls(title))}</h1>
<p>${escapeMarkup(facts)}</p>
</header>
<main>
${figures.join('\n')}
</main>
</body>
</html>
`
