import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, commandWith, startProcess } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-leads-'))
const data = join(folder, 'data')
const outbox = () => (existsSync(join(data, 'outbox')) ? readdirSync(join(data, 'outbox')) : [])
const MARA = 'mara@trattoria.example'
const EVE = 'eve@trattoria.example'
let server: Awaited<ReturnType<typeof startProcess>>

beforeAll(async () => {
  server = await startProcess(data, { env: { PLATELIGHT_LOG: 'info' } })
  const { leads } = new Platelight({ baseUrl: server.url, maxRetries: 0 })
  await leads.contact({
    email: MARA,
    name: '=HYPERLINK("http://evil.example")',
    message: 'One,\n"two"',
    phone: '+39 06 1',
  })
  await leads.resourceDownload({ email: MARA, resource: 'phone-shot-list', business_name: 'Trattoria' })
  await leads.contact({ email: EVE, name: 'Eve', message: 'Spam' })
})
afterAll(async () => {
  await server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const run = async (...args: string[]) => (await command('leads', ...args, '--data', data)).stdout

test('without an address of the operator the log of the start says where messages are', () => {
  expect(server.errors()).toContain('platelight-server leads list shows them')
})

test('forms are listed newest first, by kind, and with everything that was written', async () => {
  const all = await run('list')
  expect(all.indexOf(EVE)).toBeLessThan(all.indexOf(MARA))
  expect(all).toContain('resource-download phone-shot-list')
  expect(all).toContain('message: One,\n    "two"')
  const some = JSON.parse(await run('list', '--kind', 'contact', '--limit', '1', '--json'))
  expect(some).toMatchObject([{ email: EVE, kind: 'contact', newsletter: false, unsubscribe_url: null }])
  expect(await run('list', '--subscribed')).toBe('Nothing was sent in the forms of the website.\n')
  await expect(run('list', '--kind', 'letters')).rejects.toMatchObject({ code: 2 })
})

test('a table for spreadsheets quotes what it must, and no cell is a formula', async () => {
  const [names, ...lines] = (await run('export')).trimEnd().split('\r\n')
  expect(names).toMatch(/^id,kind,resource,email,name,/)
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain(`${MARA},"'=HYPERLINK(""http://evil.example"")",,'+39 06 1,,"One,\n""two""",`)
  const settings = { PLATELIGHT_PUBLIC_URL: 'https://kitchen.example' }
  const { stdout } = await commandWith(settings, 'leads', 'export', '--json', '--data', data)
  expect(JSON.parse(stdout)).toHaveLength(3)
})

test('a form, or everything about an address, is erased with its files in the outbox', async () => {
  await expect.poll(outbox).toHaveLength(1)
  const [{ id }] = JSON.parse(await run('list', '--kind', 'contact', '--limit', '1', '--json'))
  expect(await run('erase', id)).toBe(`Erased: ${id}, and 0 letters.\n`)
  expect(await run('erase', '--email', MARA)).toMatch(/^Erased: lead_\w+, lead_\w+, and 1 letter\.\n$/)
  expect([outbox(), await run('list')]).toEqual([[], 'Nothing was sent in the forms of the website.\n'])
  await expect(run('erase', id)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(`form ${id}`) })
  const unclear = { code: 2, stderr: expect.stringContaining('either an id, or --email') }
  await expect(run('erase')).rejects.toMatchObject(unclear)
  await expect(run('erase', id, '--email', MARA)).rejects.toMatchObject(unclear)
})
