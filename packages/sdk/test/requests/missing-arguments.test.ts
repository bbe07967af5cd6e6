import { expect, test } from 'vitest'
import { Platelight, PlatelightError } from '../../src/index.ts'
import { clientOf, refusal, serve } from '../support/scripted-server.ts'

const client = new Platelight({ apiKey: 'pl_live_test', logLevel: 'off' })
const groups = Object.keys(client).filter((name) => !['raw', 'baseUrl', 'maxImageBytes'].includes(name))
const methods = groups.flatMap((group) => Object.keys(client[group as 'images']).map((name) => `${group}.${name}`))

test.each(methods)(
  '%s without its arguments is refused with an error of this package, never a TypeError',
  async (id) => {
    const server = await serve(refusal(400, 'bad_request'))
    const [group = '', name = ''] = id.split('.')
    const resource = clientOf(server, { maxRetries: 0 })[group as 'images'] as unknown as Record<string, () => unknown>
    // A handle of a job, or a list, fails when it is used.
    const used = async () => {
      const given = (await resource[name]?.()) as { next?(): Promise<unknown>; wait?(): Promise<unknown> }
      await given.next?.()
      await given.wait?.()
    }
    const failure = await used().catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(PlatelightError)
  },
)

test('a method that needs fields says so, and sends nothing', async () => {
  const server = await serve(refusal(400, 'bad_request'))
  const without = clientOf(server) as unknown as {
    images: { upscale(): Promise<unknown> }
    mobile: { enhance(): Promise<unknown> }
  }
  const expected = { code: 'invalid_input', message: expect.stringContaining('needs an object with its fields') }
  await expect(without.images.upscale()).rejects.toMatchObject(expected)
  await expect(without.mobile.enhance()).rejects.toMatchObject(expected)
  expect(server.requests).toHaveLength(0)
})
