import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { withRuntime } from '../support/models/model-packages.ts'
import { familyOnnx } from '../support/models/nets.ts'
import { BIN, command, commandWith, createKey, startProcess } from '../support/server-process.ts'

const root = mkdtempSync(join(tmpdir(), 'platelight-added-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const BIREFNET = { input: 'input_image', outputs: ['output_image'], mask: 0, side: 64, sigmoid: false }
const file = (name: string, bytes: Uint8Array = familyOnnx(BIREFNET)): string => {
  const path = join(mkdtempSync(join(root, 'files-')), name)
  writeFileSync(path, bytes)
  return path
}
const dataFolder = () => mkdtempSync(join(root, 'data-'))
const kept = (data: string) => (existsSync(join(data, 'networks')) ? readdirSync(join(data, 'networks')).sort() : [])
const add = (data: string, source: string, ...flags: string[]) =>
  command('models', 'add', source, '--data', data, '--no-env-file', ...flags)
const added = async (data: string, source: string, ...flags: string[]) =>
  JSON.parse((await add(data, source, '--json', ...flags)).stdout)
const listed = async (data: string, env = {}) => {
  const { stdout } = await commandWith(env, 'models', 'list', '--json', '--data', data, '--no-env-file')
  return JSON.parse(stdout).models as { id: string; standing: string; serves: boolean }[]
}

/** A web server of one answer, and its address. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  test('an added network is listed with what was told, cuts out under its name, and is removed when no setting names it', async () => {
    const data = dataFolder()
    const source = file('BiRefNet-general.onnx')
    const network = await added(data, source, '--license', 'MIT')
    expect(network).toMatchObject({
      ...{ name: 'birefnet-general', family: 'birefnet', licence: 'MIT', side: 64, added: true },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(kept(data)).toEqual([`${network.sha256}.onnx`, 'birefnet-general.json'].sort())
    expect(readFileSync(join(data, 'networks', `${network.sha256}.onnx`)).equals(readFileSync(source))).toBe(true)
    const facts = { family: 'birefnet', sha256: network.sha256, weights_licence: 'MIT', origin: source }
    expect(await listed(data)).toContainEqual(
      expect.objectContaining({ id: 'birefnet-general', standing: 'added', serves: false, ...facts }),
    )
    const env = { PLATELIGHT_CUTOUT_MODEL: 'birefnet-general' }
    expect(await listed(data, env)).toContainEqual(
      expect.objectContaining({ id: 'birefnet-general', standing: 'ready', serves: true, ...facts }),
    )
    expect((await commandWith(env, 'config', 'check', '--data', data, '--no-env-file')).stdout).not.toBe('')
    expect((await command('models', 'verify', 'birefnet-general', '--data', data)).stdout).toMatch(/^ok .*as birefnet/)

    const server = await startProcess(data, { env })
    const { key } = await createKey(data, 10)
    const client = new Platelight({ baseUrl: server.url, apiKey: key })
    const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 96, height: 96 })))
    const { engine } = await client.images.removeBackground({ image_url: url })
    expect(engine).toContain('birefnet-general')
    const remove = (settings: Readonly<Record<string, string>>) =>
      commandWith(settings, 'models', 'remove', 'birefnet-general', '--data', data, '--no-env-file')
    await expect(remove(env)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/in use: PLATELIGHT_CUTOUT_MODEL names it/),
    })
    await server.kill('SIGTERM')
    expect((await remove({})).stdout).toContain('Removed birefnet-general')
    expect(kept(data)).toEqual([])
    await expect(remove({})).rejects.toMatchObject({ stderr: 'No network "birefnet-general" was added here.\n' })
    await expect(commandWith(env, 'config', 'check', '--data', data, '--no-env-file')).rejects.toMatchObject({
      stderr: expect.stringContaining('PLATELIGHT_CUTOUT_MODEL'),
    })
  })

  test('a second add of a file says so, another file of its name is refused, and of two at once one is kept', async () => {
    const data = dataFolder()
    const [one, other] = [file('birefnet.onnx'), file('birefnet.onnx', familyOnnx({ ...BIREFNET, side: 32 }))]
    const both = await Promise.allSettled([add(data, one), add(data, other)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason.stderr).toMatch(/another file was added as birefnet\. Rename this one/)
    const first = both[0].status === 'fulfilled' ? one : other
    expect((await add(data, first)).stdout).toBe('This file was added before, as birefnet.\n')
    expect(kept(data).filter((name) => name.endsWith('.json'))).toEqual(['birefnet.json'])
    expect(kept(data).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('an address is followed to its file, whose family is told, and no secret of the address is kept', async () => {
    const data = dataFolder()
    const onnx = familyOnnx({ ...BIREFNET, input: 'x', outputs: ['y'], sigmoid: true })
    const address = await serving(({ url = '' }, reply) => {
      if (url.startsWith('/onnx/')) return reply.writeHead(302, { location: '/blob?signature=secret' }).end()
      reply.end(onnx)
    })
    const network = await added(data, `${address}/onnx/model.onnx?token=secret`, '--as', 'inspyrenet')
    expect(network).toMatchObject({ name: 'inspyrenet', family: 'inspyrenet', licence: null })
    expect(network.origin).toBe(`${address}/onnx/model.onnx`)
    expect(readFileSync(join(data, 'networks', 'inspyrenet.json'), 'utf8')).not.toContain('secret')
  })

  test.each<[string, (data: string) => Promise<string>, RegExp]>([
    ['is no network', async () => file('page.onnx', Buffer.from('<html>')), /it is no ONNX file, or a part of one/],
    [
      'gives no mask',
      async () => file('isnet.onnx', familyOnnx(BIREFNET)),
      /not between 0 and 1 \(read as isnet; if it is of another family, say which\)/,
    ],
    ['is not there', async () => '/no/such/file.onnx', /no such file/],
    ['is a folder', async (data) => data, /it is no file/],
    [
      'wants a sign-in',
      () => serving((_, reply) => void reply.writeHead(401).end()).then((at) => `${at}/model.onnx`),
      /answered 401: it wants a sign-in. Download the file with a browser/,
    ],
    [
      'leads into the network of the server',
      () =>
        serving((_, reply) => void reply.writeHead(302, { location: 'http://10.0.0.1/x' }).end()).then(
          (at) => `${at}/model.onnx`,
        ),
      /redirects to 10\.0\.0\.1, which is no public address/,
    ],
  ])('what %s is not added, says why, and leaves nothing', async (_, source, problem) => {
    const data = dataFolder()
    await expect(source(data).then((path) => add(data, path))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(problem),
    })
    expect(kept(data)).toEqual([])
  })

  test('Ctrl-C in a download leaves nothing, and what a killed command left goes with the next after a day', async () => {
    const data = dataFolder()
    const address = await serving((_, reply) => void reply.write('a part'))
    const child = spawn(process.execPath, [BIN, 'models', 'add', `${address}/birefnet.onnx`, '--data', data])
    await expect.poll(() => kept(data)).toHaveLength(1)
    child.kill('SIGINT')
    expect((await once(child, 'exit'))[0]).toBe(130)
    expect(kept(data)).toEqual([])

    const old = join(data, 'networks', 'killed.part')
    writeFileSync(old, 'a part')
    writeFileSync(join(data, 'networks', 'running.part'), 'a part')
    utimesSync(old, 0, 0)
    await add(data, file('birefnet.onnx'))
    expect(kept(data).filter((name) => name.endsWith('.part'))).toEqual(['running.part'])
  })

  test('a file that was changed after it was added is not used, and the list says what to do', async () => {
    const data = dataFolder()
    const { sha256 } = await added(data, file('birefnet.onnx'))
    writeFileSync(join(data, 'networks', `${sha256}.onnx`), familyOnnx({ ...BIREFNET, side: 32 }))
    const models = await listed(data, { PLATELIGHT_CUTOUT_MODEL: 'birefnet' })
    expect(models[0]).toMatchObject({ id: 'birefnet', standing: 'damaged', serves: false })
    expect(models[0]).toMatchObject({ problem: expect.stringContaining('`models remove birefnet`, and add it again') })
  })
})

test('a name that nobody added is reported with what to do', async () => {
  const models = await listed(dataFolder(), { PLATELIGHT_CUTOUT_MODEL: 'birefnet' })
  expect(models[0]).toMatchObject({ standing: 'missing', problem: expect.stringContaining('Add it with models add') })
})
