import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, onTestFinished, test } from 'vitest'
import { cliBin, remoteServer, run, tree } from '../support/cli-process.ts'
import { dishes } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

type Texts = readonly { readonly text: string }[]

/** An assistant that has started `platelight mcp` on a folder. */
async function assistant(cwd: string, env: Readonly<Record<string, string>>, ...flags: string[]) {
  const client = new Client({ name: 'test', version: '1' })
  const args = [cliBin(), 'mcp', '--root', join(cwd, 'menu'), ...flags]
  const inherited = { PATH: String(process.env.PATH), XDG_DATA_HOME: join(cwd, '.data'), XDG_CONFIG_HOME: cwd }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd,
      env: { ...inherited, PLATELIGHT_KEYRING: 'off', ...env },
      stderr: 'ignore',
    }),
  )
  onTestFinished(() => client.close())
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    return { isError: isError === true, text: (content as Texts).map(({ text }) => text).join('\n') }
  }
  return { client, call }
}

test('an assistant sees prices, works on files below the root, and is stopped at its limit', async () => {
  const cwd = folderWith(await dishes(['menu/ramen.jpg', 'secret.jpg']))
  const remote = await remoteServer(join(cwd, 'server'))
  const env = remote.env(await remote.keyWith(20))
  const { client, call } = await assistant(cwd, env, '--max-credits', '3')

  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['price', 'photos_enhance', 'images_upscale', 'exports_check', 'mobile_assets']),
  )
  const upscale = tools.find(({ name }) => name === 'images_upscale')
  expect(upscale?.description).toMatch(/^Upscale a photo 2x or 4x\. .*Costs 1 credit at 2x and 2 at 4x/s)
  expect(upscale?.inputSchema).toMatchObject({ required: ['image_url'], properties: { scale: { enum: [2, 4] } } })

  const price = await call('price', { tool: 'images_upscale', arguments: { image_url: 'ramen.jpg', scale: 4 } })
  expect(price.text).toBe('This would cost 2 credits. This session has spent 0 and may spend 3 more.')

  const larger = await call('images_upscale', { image_url: 'ramen.jpg', scale: 2, format: 'png' })
  expect(larger).toMatchObject({ isError: false })
  expect(larger.text).toContain('Saved results/ramen-upscale.png.')
  expect(larger.text).toContain('It cost 1 credit. This session has spent 1 and may spend 2 more.')
  expect(readFileSync(join(cwd, 'menu/results/ramen-upscale.png')).toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n')

  const check = await call('exports_check', { image_urls: ['ramen.jpg'], platforms: ['ubereats.item'] })
  expect(JSON.parse(check.text).items).toHaveLength(1)

  const poster = { headline: 'Ramen', reference_images: ['ramen.jpg'], resolution: '4K' }
  const dear = await call('mobile_assets', poster)
  expect(dear).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^max_credits: This costs 4 credits, .* 2 more/),
  })
  expect((await run(['account', 'credits'], { cwd, env })).stdout).toBe('19\n')
})

test('nothing outside of the root is read or written, whatever the path', async () => {
  const cwd = folderWith(await dishes(['menu/ramen.jpg', 'secret.jpg']))
  mkdirSync(join(cwd, 'elsewhere'))
  symlinkSync(join(cwd, 'secret.jpg'), join(cwd, 'menu/link.jpg'))
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'menu/results'))
  writeFileSync(join(cwd, 'menu/notes.txt'), 'Soup 6')
  const remote = await remoteServer(join(cwd, 'server'))
  const env = remote.env(await remote.keyWith(5))
  const { call } = await assistant(cwd, env)

  const check = (path: string) => call('exports_check', { image_urls: [path], platforms: ['ubereats.item'] })
  const outside = [
    join(cwd, 'secret.jpg'),
    '../secret.jpg',
    'link.jpg',
    `file://${cwd}/secret.jpg`,
    '/no/such/file',
    '~',
  ]
  for (const path of outside.slice(0, -1)) {
    expect(await check(path), path).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^outside_root: .*Only files/),
    })
  }
  expect((await check('~')).text).toMatch(/^file_unreadable/)
  expect((await check('none.jpg')).text).toMatch(/^file_unreadable: There is no file none\.jpg/)
  expect((await check('notes.txt')).isError).toBe(true)

  const before = tree(join(cwd, 'elsewhere'))
  expect((await call('images_enhanceColors', { image_url: 'ramen.jpg' })).text).toMatch(/^outside_root: results/)
  expect(tree(join(cwd, 'elsewhere'))).toEqual(before)
  expect((await run(['account', 'credits'], { cwd, env })).stdout).toBe('5\n')
  const local = await call('mobile_reels', { image: 'http://127.0.0.1:9/a.jpg' })
  expect(local).toMatchObject({ isError: true, text: expect.stringMatching(/^outside_root/) })
  expect((await call('images_sharpen')).text).toMatch(/^unknown_tool/)
  expect(existsSync(join(cwd, 'menu/notes.txt'))).toBe(true)
})
