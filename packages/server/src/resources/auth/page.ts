import type { PageReply } from '../../contract/index.ts'
import { escapeHtml } from '../../html.ts'
import type { Verified } from './verification.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif }
body { display: grid; min-height: 100vh; margin: 0; place-items: center }
main { max-width: 30rem; padding: 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
`

/** What a person sees who opened a verification link. */
export const verifiedPage = ({ status, email, credits }: Verified): PageReply =>
  page(200, status === 'verified' ? 'Your address is confirmed' : 'Your address was confirmed before', [
    `${email} is the address of your account.`,
    ...(credits > 0 ? [`${credits} credits were added to it, to begin with.`] : []),
    'You can close this page.',
  ])

/** The same when the link does not work. */
export const refusedPage = (message: string): PageReply =>
  page(400, 'This link does not work', [message, 'Links work once, for 24 hours. Log in to ask for a fresh one.'])

function page(status: PageReply['status'], title: string, lines: readonly string[]): PageReply {
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    '</main></body>',
    '</html>',
  ].join('\n')
  return { status, html: `${html}\n`, style: STYLE }
}
