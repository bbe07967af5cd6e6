import { expect, test } from 'vitest'
import { html } from './html-template.ts'
import { webPage } from './web-page.ts'

test('every value of a template is escaped, and markup only once', () => {
  const name = `<img src=x onerror="alert('1')">`
  const inner = html`<b title="${name}">${name}</b>`
  expect(html`<p>${[inner, '&', 3]}${undefined}${false}</p>`.text).toBe(
    '<p><b title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;</b>&amp;3</p>',
  )
})

test('a page has one style element, which its policy allows, and no script', () => {
  const page = webPage({ title: 'A & B', content: html`<p>Text</p>` })
  expect(page.status).toBe(200)
  expect(page.html.match(/<style>([^<]*)<\/style>/g)).toEqual([`<style>${page.style}</style>`])
  expect(page.html).toContain('<title>A &amp; B · Platelight</title>')
  expect(page.html).not.toMatch(/<script| style=| on\w+=/)
})
