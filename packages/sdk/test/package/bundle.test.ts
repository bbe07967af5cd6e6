import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import type * as sdk from '../../src/index.ts'
import { fileIn, fileWith, folder, jpeg } from '../support/picture-bytes.ts'
import { json, photo, serve } from '../support/scripted-server.ts'

const bundled = (platform: 'browser' | 'node') =>
  build({
    entryPoints: [fileURLToPath(new URL('../../src/index.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform,
    conditions: ['platelight-source'],
    metafile: true,
    write: false,
  })

/** The browser build of the SDK, run in this process: no file system, no streamed bodies. */
async function inBrowser(): Promise<typeof sdk> {
  const { outputFiles } = await bundled('browser')
  const path = join(await folder(), 'sdk.mjs')
  await writeFile(path, outputFiles[0]?.contents ?? '')
  return import(/* @vite-ignore */ pathToFileURL(path).href)
}

test('a bundle for browsers imports no module of Node', async () => {
  const { metafile, outputFiles } = await bundled('browser')
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.some((name) => name.endsWith('src/files/file-system.ts'))).toBe(true)
  expect(inputs.filter((name) => /src\/(node\/|files\.node)/.test(name))).toEqual([])
  expect(outputFiles[0]?.text).not.toMatch(/["']node:/)
})

test('a bundle for Node has the file system', async () => {
  const { metafile } = await bundled('node')
  expect(Object.keys(metafile.inputs).some((name) => name.endsWith('src/files/file-system.node.ts'))).toBe(true)
})

test('in a browser, bytes and streams are uploaded as FormData', async () => {
  const { Platelight } = await inBrowser()
  const server = await serve(json(200, { id: 'upl_1' }))
  const client = new Platelight({ apiKey: 'pl_live_x', baseUrl: server.url })
  await client.uploads.create(jpeg())
  await client.uploads.create(new Blob([jpeg()]).stream())
  const files = await Promise.all(server.requests.map(fileIn))
  expect(files.map(({ bytes }) => bytes.equals(jpeg()))).toEqual([true, true])
  expect(files.map(({ name, type }) => `${name} ${type}`)).toEqual(['image.jpg image/jpeg', 'image.jpg image/jpeg'])
})

test('in a browser, a path is an error that says what to use instead', async () => {
  const { Platelight } = await inBrowser()
  const client = new Platelight({ apiKey: 'pl_live_x', baseUrl: (await serve(json(200, photo()))).url })
  const image = { path: await fileWith('a.jpg', jpeg()) }
  await expect(client.photos.enhance({ image })).rejects.toMatchObject({ code: 'files_unavailable' })
  const saving = client.photos.download('run_1', 'square', 'a.jpg')
  await expect(saving).rejects.toMatchObject({ code: 'files_unavailable' })
})
