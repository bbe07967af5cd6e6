import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sampleFiles } from '@platelight/imaging/testing/picture-samples.ts'
import { Platelight } from '@platelight/sdk'
import { afterAll, expect, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { withRuntime } from '../support/models/model-packages.ts'
import { BIN, createKey, startProcess } from '../support/server-process.ts'

const root = mkdtempSync(join(tmpdir(), 'platelight-outside-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A data folder, and beside it every other folder that a program might write to. */
function machine(name: string) {
  const data = join(root, name, 'data')
  const outside = join(root, name, 'outside')
  const folder = (part: string) => {
    mkdirSync(join(outside, part), { recursive: true })
    return join(outside, part)
  }
  const env = {
    HOME: folder('home'),
    TMPDIR: folder('tmp'),
    ...Object.fromEntries(['CACHE', 'CONFIG', 'DATA', 'STATE'].map((kind) => [`XDG_${kind}_HOME`, undefined])),
    // The test runner sets it; the environment of an operator does not have it.
    ORT_DISABLE_TELEMETRY: undefined,
  }
  const written = () =>
    readdirSync(outside, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [] : [join(entry.parentPath, entry.name)],
    )
  return { data, env, cwd: folder('cwd'), written }
}

/** Time for late writes, such as those of a thread that sends now and then. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_000))

test('work on pictures, with and without networks, writes no file outside the data folder', withRuntime, async () => {
  const { data, env, cwd, written } = machine('server')
  const server = await startProcess(data, { env, cwd, networks: true })
  const { key } = await createKey(data, 100)
  const { images, uploads } = new Platelight({ baseUrl: server.url, apiKey: key })
  const photo = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
  const { url } = await uploads.create(photo)
  const { engine } = await images.removeBackground({ image_url: url })
  await images.upscale({ image_url: url, scale: 2 })
  // Every decoder.
  for (const sample of (await sampleFiles()).values()) {
    await images.enhance({ image_url: (await uploads.create(new Uint8Array(sample))).url })
  }
  await aWhile()
  expect(written(), `by a cut-out with ${engine}`).toEqual([])
  await server.kill('SIGTERM')
  expect((await server.exited).code).toBe(0)
  expect(written()).toEqual([])
})

test('verifying models writes no file outside the data folder', withRuntime, async () => {
  const { data, env, cwd, written } = machine('models')
  const run = promisify(execFile)(process.execPath, [BIN, 'models', 'verify', '--data', data], {
    env: { ...process.env, ...env },
    cwd,
  })
  expect((await run).stderr).toBe('')
  expect(written()).toEqual([])
})
