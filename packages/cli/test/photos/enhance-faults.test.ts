import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import { json, refusal } from '../../../sdk/test/support/scripted-server.ts'
import { enhanceFixture, menu } from '../support/enhance-fixture.ts'

test('a failed price request ends with its own exit code, and nothing is created', async () => {
  const { cwd, enhance } = await enhanceFixture(menu(2), {
    fault: ({ what }) => (what === 'estimate' ? refusal(401, 'unauthorized') : undefined),
  })
  expect((await enhance()).code).toBe(4)
  expect(readdirSync(cwd)).toEqual(['menu'])
})

test('names with newlines or direction marks are escaped on the terminal, and unchanged in JSON and on disk', async () => {
  const name = 'menu/soup\nof the \x1b[31mday\u202e 🍜 "1".jpg'
  const { cwd, run, enhance } = await enhanceFixture({ [name]: 'x' })
  const shown = 'menu/soup\\nof the \\u001b[31mday\\u202e 🍜 "1".jpg'
  expect((await run(['enhance', 'menu', '--formats', 'square', '--dry-run'])).stdout).toContain(`new      ${shown} -> `)
  const { stdout } = await run(['enhance', 'menu', '--formats', 'square'])
  expect(stdout.split('\n')).toHaveLength(3)
  expect(stdout).toContain(`done        ${shown} -> menu-enhanced/soup\\nof the`)
  expect((await enhance()).files[0]).toMatchObject({ file: name, status: 'skipped' })
  expect(existsSync(join(cwd, `menu-enhanced/${name.slice(5, -4)}-square.jpg`))).toBe(true)
})

test('a photo that disappears during the run fails by name and does not stop the others', async () => {
  let cwd = ''
  const { enhance, ...made } = await enhanceFixture(menu(2), {
    fault({ what }) {
      // As if a memory card was removed.
      if (what === 'enhance') rmSync(join(cwd, 'menu/1.jpg'), { force: true })
      return undefined
    },
  })
  cwd = made.cwd
  const { code, files } = await enhance()
  expect(code).toBe(3)
  expect(files[1]).toMatchObject({ file: 'menu/1.jpg', status: 'failed', error: { code: 'file_unreadable' } })
  expect(made.service.charges()).toBe(1)
})

test(
  'a photo without read permission fails by name and does not stop the others',
  onlyIf(process.getuid?.() !== 0, 'root may read and write everything'),
  async () => {
    const { cwd, enhance } = await enhanceFixture(menu(2))
    chmodSync(join(cwd, 'menu/0.jpg'), 0o000)
    const { code, files } = await enhance()
    expect(code).toBe(3)
    expect(files[0]).toMatchObject({ status: 'failed', error: { code: 'file_unreadable' } })
  },
)

test('a second run in the same folder is refused with 2 and the process of the first, which continues', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let atWork = false
  const { run, enhance } = await enhanceFixture(menu(2), {
    fault: async ({ what }) => {
      if (what !== 'enhance') return undefined
      atWork = true
      await gate
      return undefined
    },
  })
  const first = enhance()
  await expect.poll(() => atWork).toBe(true)
  expect((await run(['enhance', 'menu', '--formats', 'square', '--yes'])).code).toBe(2)
  const second = await run(['enhance', 'menu', '--formats', 'square', '--yes', '--json'])
  expect(second.stderr).toContain(`process ${process.pid} on `)
  expect(second.stderr).toContain('or name another folder with --out')
  expect(JSON.parse(second.stdout)).toMatchObject({ type: 'error', error: { code: 'folder_locked' } })
  open()
  expect(await first).toMatchObject({ code: 0, summary: { done: 2 } })
})

test('a link that expires before the download is renewed, and nothing is paid again', async () => {
  const { enhance, service } = await enhanceFixture(menu(1), {
    fault({ what, number, headers }) {
      if (what === 'file' && number === 1) return refusal(403, 'link_expired')
      // A renewed link has another signature.
      const enhanced = { square: `http://${headers.host}//files/run_1-square.jpg` }
      return what === 'get' ? json(200, { id: 'run_1', status: 'completed', creditsUsed: 1, enhanced }) : undefined
    },
  })
  expect(await enhance()).toMatchObject({ code: 0, summary: { done: 1, creditsUsed: 1 } })
  expect(service.charges()).toBe(1)
  expect(service.calls('get')).toHaveLength(1)
})

test('if --out is the folder of the photos, originals stay and the next run ignores the results', async () => {
  const { cwd, enhance, service } = await enhanceFixture(menu(2))
  expect(await enhance('--out', 'menu')).toMatchObject({ code: 0, summary: { done: 2 } })
  expect(await enhance('--out', 'menu')).toMatchObject({ code: 0, summary: { done: 0, skipped: 2 } })
  expect(readFileSync(join(cwd, 'menu/0.jpg'), 'utf8')).toBe('GIF89a photo 0')
  const clash = await enhance('--out', 'menu', '--on-existing', 'overwrite')
  expect(clash.code).toBe(2)
  expect(clash.stderr).toContain('Choose another folder with --out.')
  expect(service.charges()).toBe(2)
})

test('a file that is not a ledger is named and not changed, with what to do', async () => {
  const { cwd, enhance } = await enhanceFixture({
    ...menu(1),
    'menu-enhanced/.platelight-batch.jsonl': 'my shopping list\n',
  })
  const { code, stderr } = await enhance()
  expect(code).toBe(2)
  expect(stderr).toContain('Move the file away, or choose another folder with --out.')
  expect(readFileSync(join(cwd, 'menu-enhanced/.platelight-batch.jsonl'), 'utf8')).toBe('my shopping list\n')
})

test('a folder with photos only in subfolders says so', async () => {
  const { run } = await enhanceFixture({ 'menu/starters/b.jpg': 'x' })
  const { code, stderr } = await run(['enhance', 'menu'])
  expect(code).toBe(2)
  expect(stderr).toContain('No photos directly in menu, 1 in subfolders. Add --recursive to include them.')
})

test('notes about left-out photos name the flags', async () => {
  const { run } = await enhanceFixture({ 'menu/a.jpg': 'x', 'menu/starters/b.jpg': 'x' })
  const { stderr } = await run(['enhance', 'menu', '--dry-run'])
  expect(stderr).toContain('1 photo in folders below menu left out; --recursive takes them too.')
})

test('the error for an unknown preset lists the available ones', async () => {
  const { run } = await enhanceFixture(menu(1), {
    fault: ({ what, url }) => {
      if (url.startsWith('/v1/presets') || url.includes('presets')) {
        return json(200, {
          presets: [
            { id: 'balanced', credits: 1 },
            { id: 'print-ready', credits: 2 },
          ],
        })
      }
      return what === 'estimate'
        ? json(422, { detail: [{ loc: ['body'], msg: 'no such preset', type: 'enum' }] })
        : undefined
    },
  })
  const { code, stderr } = await run(['enhance', 'menu', '--preset', 'vivid'])
  expect(code).toBe(2)
  expect(stderr).toContain('There is no preset "vivid". There are: balanced, print-ready.')
})
