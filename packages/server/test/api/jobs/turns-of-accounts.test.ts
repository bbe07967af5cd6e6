import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { providerStandIn } from '../../support/providers/provider-stand-in.ts'
import { startApp } from '../../support/start-app.ts'
import { stepwiseEngine } from '../../support/stepwise-engine.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
const opening = async <Opened extends { close(): Promise<void> }>(one: Promise<Opened>): Promise<Opened> => {
  opened.push(await one)
  return one
}

const prompt = 'Tonkotsu ramen in a dark bowl, side light'
const photo = async () => new Uint8Array(await dishPhoto({ width: 96, height: 72 }))

test('who waits for a provider takes no slot of those that need a thread, and leaves others a slot at the provider', async () => {
  const standIn = await opening(providerStandIn('bfl'))
  standIn.takesPolls(Number.POSITIVE_INFINITY)
  const app = await opening(startApp({ env: { PLATELIGHT_ENGINE_SYNTHESIS: 'bfl', ...standIn.env } }))
  const [many, other] = [await app.customer(), await app.customer()]
  const slow = (client: typeof many.client) => void client.images.generateV2({ prompt }).catch(() => {})
  for (let n = 0; n < 12; n++) slow(many.client)
  await expect.poll(() => standIn.orders.length).toBe(7)

  expect(
    await other.client.photos.enhance({ image: await photo(), formats: ['square'], upscale: false }),
  ).toMatchObject({
    status: 'completed',
  })
  slow(other.client)
  await expect.poll(() => standIn.orders.length).toBe(8)
  const states = async () => (await other.runs()).map(({ operation, state }) => `${operation} ${state}`).sort()
  expect(await states()).toEqual(['enhance succeeded', 'generate-v2 running'])
  // Its own work in threads does not wait for what it has ordered.
  expect(
    await many.client.images.enhanceColors({ image_url: (await many.client.uploads.create(await photo())).url }),
  ).toMatchObject({
    status: 'completed',
  })
})

test('free previews are drawn picture by picture, and leave a slot to others', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await opening(startApp({ engine }))
  const [many, other] = [await app.customer(), await app.customer()]
  for (let n = 0; n < 8; n++)
    void many.client.images.generateV2({ prompt, num_outputs: 4, resolution: '4K' }).catch(() => {})
  await expect.poll(() => held.length).toBe(3)
  const enhanced = other.client.photos.enhance({ image: await photo(), formats: ['square'], upscale: false })
  await expect.poll(() => held.at(-1)?.task.operation).toBe('enhance')
  held.at(-1)?.go()
  expect(await enhanced).toMatchObject({ status: 'completed' })
  const drawn = () => held.flatMap(({ task }) => (task.operation === 'generate-v2' ? [task.params] : []))
  expect(drawn()).toEqual(Array(3).fill(expect.objectContaining({ count: 4, only: 0 })))
})

test('all pictures of a preview are there, in the size that was asked for', async () => {
  const app = await opening(startApp())
  const { client } = await app.customer()
  const { images, model } = await client.images.generateV2({ prompt, num_outputs: 2, resolution: '2K' })
  const size = { width: 2048, height: 1536 }
  expect([model, images]).toMatchObject(['preview', [size, size]])
  const files = await Promise.all(images.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())))
  const read = await Promise.all(files.map((file) => sharp(file).metadata()))
  expect(read).toMatchObject([size, size])
  expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(false)
})
