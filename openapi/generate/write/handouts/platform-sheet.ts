import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Html, html } from '../../../../packages/server/src/base/html/html-template.ts'
import { BUILT_IN } from '../../../../packages/server/src/operations/platforms/platform-registry.ts'
import {
  alternatives,
  FORMAT_NAMES,
  type Platform,
} from '../../../../packages/server/src/operations/platforms/platform-terms.ts'
import { ROOT } from '../../read/bundle-document.ts'

type Size = NonNullable<Platform['rules']['min_size']>

/** A table counts from one pixel to the most that a JPEG has where a source names the width only. */
const isNamed = (side: number): boolean => side > 1 && side < 65_535

const sizeOf = ({ width, height }: Size): string =>
  isNamed(height) ? `${width} × ${height} pixels` : `${width} pixels wide`

const bytesOf = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Number((bytes / 1_000_000).toFixed(1))} MB` : `${Math.round(bytes / 1_000)} kB`

/** What a platform asks for, a line for each rule that has a source. */
function rulesOf({ rules }: Platform): string[] {
  const { size, min_size: least, max_size: most, aspects, formats, max_bytes: weight } = rules
  return [
    size && `exactly ${sizeOf(size)}`,
    least && `at least ${sizeOf(least)}`,
    most && `at most ${sizeOf(most)}`,
    aspects && `shape ${alternatives(aspects)}`,
    formats && alternatives(formats.map((format) => FORMAT_NAMES[format])),
    weight && `up to ${bytesOf(weight)}`,
  ].filter((line): line is string => typeof line === 'string')
}

/** `November 2026`, of `2026-11`. */
const monthOf = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The columns keep their width on a phone and on paper, and long addresses break. */
const TABLE_STYLE = `.rules{table-layout:fixed}.rules th:first-child{width:36%}.rules th:nth-child(2){width:30%}
.rules td{overflow-wrap:anywhere}.rules ul{padding-left:1.1rem;margin:0}
`

const row = (platform: Platform): Html => html`<tr>
<td><strong>${platform.name}</strong><br><small>${platform.source}, ${platform.checked_on}, confidence ${platform.confidence}</small></td>
<td>${rulesOf(platform).map((line) => html`${line}<br>`)}</td>
<td>${platform.content.length === 0 ? '' : html`<ul>${platform.content.map((line) => html`<li>${line}</li>`)}</ul>`}</td>
</tr>
`

/**
 * The rules of the platforms as a sheet to print, in the style of the other handouts.
 *
 * @throws Error when the handout that has the style has none.
 */
export async function platformSheet(): Promise<string> {
  const sibling = await readFile(join(ROOT, 'packages/server/handouts/phone-shot-list.en.html'), 'utf8')
  const style = /<style>(.*?)<\/style>/s.exec(sibling)?.[1]
  if (style === undefined) throw new Error('phone-shot-list.en.html has no style.')
  const known = BUILT_IN.filter(({ verified }) => verified)
  const unknown = [
    ...new Set(BUILT_IN.filter(({ verified }) => !verified).map(({ name }) => name.split(',')[0] ?? name)),
  ]
  const checked = [...new Set(known.map((platform) => platform.checked_on))].sort().at(-1)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Photo rules of delivery platforms, maps and networks</title>
<style>${new Html(style + TABLE_STYLE)}</style>
</head>
<body>
<main>
<h1>Photo rules of the platforms</h1>
<p class="lead">What delivery services, maps and social networks accept, on one sheet. Looked up in ${monthOf(checked ?? '')}.</p>

<div class="box">
<p><strong>One photo that fits nearly all of them:</strong> held sideways, at least 3000 pixels wide, the whole plate in the middle with a
hand’s width of table around it, even daylight, no text and no logo, saved as JPEG. Everything below can be cut out of it.</p>
</div>

<h2>Rules</h2>
<table class="rules">
<tr><th>Platform</th><th>File</th><th>What is in the picture</th></tr>
${known.map(row)}</table>

<h2>Not published</h2>
<p>For ${alternatives(unknown)} no figures were found. A JPEG of 1920 × 1080 pixels under 1 MB, with the dish in the middle square, is a
safe guess.</p>

<h2>Why photos are refused most often</h2>
<ul class="check">
<li>Too small, because a messenger or an e-mail program made it smaller: send the original.</li>
<li>Dark, yellow or blurred: take it again at a window.</li>
<li>Text, prices, logos or a frame in the picture.</li>
<li>Several dishes, where the entry is one dish.</li>
<li>The plate cut off by the edge, or by the crop of the platform.</li>
<li>A photo of another restaurant or of an agency: platforms compare.</li>
</ul>

<footer>Platforms change their rules without notice. Each row names its source; check it before you rely on a rule.</footer>
</main>
</body>
</html>
`.text
}
