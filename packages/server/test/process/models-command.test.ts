import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { ncnnToOnnx } from '../../src/models/formats/ncnn-to-onnx.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { withRuntime } from '../support/models/model-packages.ts'
import { cuttingOnnx, enlargingNcnn } from '../support/models/nets.ts'
import { command, createKey, startProcess } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-models-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const own = (name: string, onnx: Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, onnx)
  return path
}
const { param, bin } = enlargingNcnn()
const drawn = own('drawn.onnx', ncnnToOnnx(param, bin))
const other = own('other.onnx', cuttingOnnx())

/** A server with an operator's own network file, and what capabilities and an upscale report about it. */
async function upscaled(env: Record<string, string>) {
  const data = mkdtempSync(join(folder, 'data-'))
  const server = await startProcess(data, { env })
  const { key } = await createKey(data, 10)
  const client = new Platelight({ baseUrl: server.url, apiKey: key })
  const { operations } = await client.service.capabilities()
  const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 48, height: 32 })))
  const both = await Promise.all(
    [2, 4].map((scale) => client.images.upscale({ image_url: url, scale: scale as 2 | 4 })),
  )
  await server.kill('SIGTERM')
  return {
    listed: operations.find(({ operation }) => operation === 'upscale'),
    engines: both.map(({ engine }) => engine),
    log: server.errors(),
    exited: await server.exited,
  }
}

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  test('a server runs networks in a thread of their own and stops in order', async () => {
    const { listed, engines, log, exited } = await upscaled({
      PLATELIGHT_UPSCALE_MODEL: drawn,
      PLATELIGHT_PRELOAD: 'upscale',
      PLATELIGHT_THREADS: '2',
    })
    expect(listed).toEqual({ operation: 'upscale', available: true, engine: 'drawn' })
    expect(engines).toEqual(['drawn', 'drawn'])
    expect(log).toBe('')
    expect(exited.code).toBe(0)
  })

  test('a network of the wrong shape is logged, and neither capabilities nor results name it', async () => {
    const { listed, engines, log } = await upscaled({ PLATELIGHT_UPSCALE_MODEL: other })
    const named = { available: true, engine: 'lanczos', setting: 'PLATELIGHT_UPSCALE_MODEL' }
    expect(listed).toEqual({ operation: 'upscale', ...named })
    expect(engines).toEqual(['lanczos', 'lanczos'])
    expect(log.match(/own-upscale is not used for upscale/g)).toHaveLength(1)
  })
})

test('the models commands need no data folder and report by their exit code', async () => {
  const data = join(folder, 'nowhere')
  const { stdout } = await command('models', 'list', '--json', '--data', data)
  const { runtime, models } = JSON.parse(stdout)
  expect(runtime).toMatchObject({ package: 'onnxruntime-node', version: '1.30.0' })
  expect(models.map(({ id }: { id: string }) => id)).toContain('isnet-general-fp16')
  expect((await command('models', 'list', '--data', data)).stdout).toContain('AGPL-3.0')
  await expect(command('models', 'verify', 'unheard-of', '--json', '--data', data)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('There is no model of this name'),
  })
})
