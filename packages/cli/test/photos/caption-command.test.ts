import { expect, test } from 'vitest'
import { keyedApi, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const CAPTION = {
  id: 'run_1',
  status: 'completed',
  credits_used: 0,
  engine: 'local',
  headline: 'Ramen, nur für euch',
  caption: 'Auf der Karte: Ramen.',
  hashtags: ['#Ramen', '#suppe'],
  alt_text: 'Auf dem Bild: Ramen.',
  warnings: [{ code: 'language_model_unused', message: 'The language model gave no usable text.' }],
}

const writingServer = () =>
  keyedApi({
    'POST /api/mobile/caption-copy': () => ({ json: CAPTION }),
    'POST /api/enrich': ({ json }: Seen) => ({
      json: { ...CAPTION, prompt: `A brief: ${(json as { prompt: string }).prompt}.`, warnings: [] },
    }),
    'GET /api/account/credits': { json: { credits: 0 } },
  })

test('a caption is printed with its parts, the options are those of the document, and warnings are notes', async () => {
  const { env, seen } = await writingServer()
  const options = ['--locale', 'de', '--tone', 'elegant', '--business-name', 'Casa Luna']
  const { code, stdout, stderr } = await command(['caption', 'our ramen', ...options], { cwd: folderWith([]), env })
  expect([code, stdout]).toEqual([
    0,
    'Ramen, nur für euch\n\nAuf der Karte: Ramen.\n\n#Ramen #suppe\n\nAlt text: Auf dem Bild: Ramen.\n',
  ])
  expect(stderr).toContain('The language model gave no usable text.')
  const sent = seen.find(({ path }) => path === '/api/mobile/caption-copy')
  expect(sent?.json).toEqual({ prompt: 'our ramen', locale: 'de', tone: 'elegant', business_name: 'Casa Luna' })
})

test('--json prints the reply of the server', async () => {
  const { env } = await writingServer()
  const { stdout } = await command(['caption', 'ramen', '--json'], { cwd: folderWith([]), env })
  expect(JSON.parse(stdout)).toEqual(CAPTION)
})

test('a brief is printed alone, so that it can be the words of generate', async () => {
  const { env } = await writingServer()
  const { code, stdout } = await command(['enrich', 'tacos on slate'], { cwd: folderWith([]), env })
  expect([code, stdout]).toEqual([0, 'A brief: tacos on slate.\n'])
})

test.each([
  [['caption'], /missing required argument/i],
  [['caption', '  '], /Describe the dish in words/],
  [['caption', 'ramen', '--tone', 'loud'], /Allowed choices are friendly, elegant, playful, plain/],
  [['caption', 'ramen', '--locale', 'not a tag'], /locale/],
  [['caption', 'ramen', '--out', 'a.txt'], /unknown option '--out'/],
])('%j is refused before anything is sent', async (words, reason) => {
  const { env, seen } = await writingServer()
  const { code, stderr } = await command(words, { cwd: folderWith([]), env })
  expect(code).not.toBe(0)
  expect(stderr).toMatch(reason)
  expect(seen).toEqual([])
})
