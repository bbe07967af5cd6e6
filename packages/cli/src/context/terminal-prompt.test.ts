import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Context } from './command-context.ts'
import { ask } from './terminal-prompt.ts'

/** A fake terminal: `type` sends input, `shown` returns the output. */
function terminal() {
  const stdin = new PassThrough()
  let shown = ''
  const stderr = { write: (text: string | Uint8Array) => (shown += text) }
  const context = { environment: { stdin, stderr } } as unknown as Context
  return { context, type: (text: string) => stdin.write(text), shown: () => shown }
}

test('the input of a hidden question is not shown', async () => {
  const { context, type, shown } = terminal()
  const answer = ask('API key (not shown)', context, { hidden: true })
  type('pl_live_secrex\x7ft')
  type('\r')
  expect(await answer).toBe('pl_live_secret')
  expect(shown()).toContain('API key (not shown): ')
  expect(shown()).not.toMatch(/secre|pl_live/)
})

test('blanks of a password are kept, and a visible question shows its input', async () => {
  const hidden = terminal()
  const password = ask('Password', hidden.context, { hidden: true })
  hidden.type(' two blanks \r')
  expect(await password).toBe(' two blanks ')
  const open = terminal()
  const address = ask('Server', open.context)
  open.type('https://x.example\r')
  expect(await address).toBe('https://x.example')
  expect(open.shown()).toContain('https://x.example')
})

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s ends a question and the command', async (_, key) => {
  const { context, type } = terminal()
  const answer = ask('Server', context)
  type(key)
  await expect(answer).rejects.toMatchObject({ exitCode: 130, message: 'Nothing was changed.' })
})
