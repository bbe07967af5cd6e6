// The same pairs as one self-contained HTML page: small pictures inside, links to the results in full size beside it.

import { writeFile } from 'node:fs/promises'
import { dirname, relative, sep } from 'node:path'
import { escapeMarkup, readable } from './contact-sheet.ts'
import type { Failed, Pair } from './manifest.ts'

/** Writes the page; addresses in it are relative to its own folder, so that the folder can be moved. */
export async function writeContactPage(pairs: Pair[], failed: Failed[], file: string): Promise<void> {
  const figures: string[] = []
  for (const pair of pairs) figures.push(await figure(pair, dirname(file)))
  await writeFile(file, page(figures, failed))
}

async function figure({ title, before, after, outputs }: Pair, folder: string): Promise<string> {
  const links = outputs.map(({ format, path }) => `<a href="${address(path, folder)}">${escapeMarkup(format)}</a>`)
  return `<figure>
  <div><img src="${await thumbnail(before)}" alt="${escapeMarkup(title)} before" loading="lazy"><span>before</span></div>
  <a href="${address(after, folder)}"><img src="${await thumbnail(after)}" alt="${escapeMarkup(title)} after" loading="lazy"><span>after</span></a>
  <figcaption>${escapeMarkup(title)} <small>${links.join(' · ')}</small></figcaption>
</figure>`
}

const address = (path: string, folder: string) =>
  escapeMarkup(relative(folder, path).split(sep).map(encodeURIComponent).join('/'))

async function thumbnail(path: string): Promise<string> {
  const bytes = await readable(path, (picture) =>
    picture.resize(720, 720, { fit: 'inside' }).flatten({ background: '#fff' }).jpeg({ quality: 80 }),
  )
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

const page = (figures: string[], failed: Failed[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platelight: before and after</title>
<style>
  :root { color-scheme: light dark; --ink: #3b342c; --paper: #faf7f2 }
  @media (prefers-color-scheme: dark) { :root { --ink: #e9e2d8; --paper: #1d1a16 } }
  body { margin: 2rem auto; max-width: 96rem; padding: 0 1.5rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
  h1 { font-weight: 600; font-size: 1.4rem }
  figure { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem 1rem; margin: 0 0 2.5rem }
  figure > * { position: relative; color: inherit; text-decoration: none }
  img { width: 100%; max-height: 80vh; object-fit: contain; display: block; border-radius: .25rem }
  span { position: absolute; left: .5rem; top: .5rem; padding: 0 .5rem; border-radius: 1rem; background: #0009; color: #fff; font-size: .8rem }
  figcaption { grid-column: 1 / -1; font-weight: 500 }
  small { margin-left: 1rem; font-weight: 400 }
  small a { color: inherit }
</style>
<h1>Before and after: ${figures.length} ${figures.length === 1 ? 'photo' : 'photos'}</h1>
${figures.join('\n')}
${failed.length > 0 ? failures(failed) : ''}
</html>
`

const failures = (failed: Failed[]) => `<h2>Not enhanced</h2>
<ul>
${failed.map(({ title, reason }) => `  <li><b>${escapeMarkup(title)}</b>: ${escapeMarkup(reason)}</li>`).join('\n')}
</ul>`
