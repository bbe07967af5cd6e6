import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type ProviderStandIn, providerStandIn } from '../../support/providers/provider-stand-in.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { onSqlite } from '../../support/test-database.ts'

let app: TestApp
let standIn: ProviderStandIn
let customer: Customer
let image_url: string
const [WIDTH, HEIGHT] = [240, 180]

beforeAll(async () => {
  standIn = await providerStandIn('bfl')
  app = await startApp({ env: { PLATELIGHT_ENGINE_SYNTHESIS: 'bfl', ...standIn.env } })
  customer = await app.customer({ credits: 200 })
  image_url = await upload(await dishPhoto({ width: WIDTH, height: HEIGHT }))
})
beforeEach(() => standIn.forget())
afterAll(async () => {
  await app.close()
  await standIn.close()
})

const upload = async (bytes: Uint8Array) => (await customer.client.uploads.create(new Uint8Array(bytes))).url
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const pixelsAt = async (url: string) =>
  sharp(await bytesAt(url))
    .removeAlpha()
    .raw()
    .toBuffer()
const chat = (instruction: string, more: object = {}) =>
  customer.client.mobile.chatEdit({ image_url, instruction, format: 'png', ...more })
/** The photo itself. */
const before = async () =>
  pixelsAt((await chat('mirror it vertically, turn it by 180 degrees, then flip it horizontally')).result_url)
const promptOf = (order = 0) => (standIn.orders[order]!.body as { prompt: string }).prompt
const spentBy = async (work: () => PromiseLike<unknown>) => {
  const credits = await customer.credits()
  await work()
  return credits - (await customer.credits())
}
const at = (x: number, y: number) => 3 * (y * WIDTH + x)
/** The colour of the dish and of the table that the stand-in draws. */
const [MADE_DISH, MADE_TABLE] = [0xe0, 0x30]

describe('what an instruction asks for that the photo does not show', () => {
  test('is made by the provider, in the words of the caller and the size of the photo, for two credits', async () => {
    const instruction = 'Leg ein Basilikumblatt auf den Burger'
    let made: Awaited<ReturnType<typeof chat>> | undefined
    expect(
      await spentBy(async () => {
        made = await chat(instruction)
      }),
    ).toBe(2)
    expect(made).toMatchObject({
      credits_used: 2,
      width: WIDTH,
      height: HEIGHT,
      engine: 'bfl',
      faithfulness: 'generative',
      steps: [{ step: instruction, status: 'done' }],
    })
    expect(standIn.orders).toHaveLength(1)
    expect(standIn.wire.pictures(standIn.orders[0]?.body as never)).toBe(1)
    expect(promptOf()).toContain(`${instruction}.`)
    expect(promptOf()).toMatch(/Keep everything else exactly as it is/)
    expect(standIn.orders[0]?.body).toMatchObject({ width: 1024, height: 768 })
    const { xmp } = await sharp(await bytesAt(made!.result_url)).metadata()
    expect(xmp?.toString()).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')
    expect(Math.abs((await pixelsAt(made!.result_url))[at(120, 90)]! - MADE_DISH)).toBeLessThan(12)
  })

  test('for a platform that forbids generated pictures is refused before the provider is asked', async () => {
    const refused = { status: 403, code: 'platform_forbids_generated' }
    expect(
      await spentBy(async () => {
        await expect(chat('add a basil leaf, for Zomato', { format: undefined })).rejects.toMatchObject(refused)
        const edit = { image_urls: [image_url], prompt: 'add a basil leaf, for Zomato' }
        await expect(customer.client.images.edit(edit)).rejects.toMatchObject(refused)
      }),
    ).toBe(0)
    expect(standIn.orders).toEqual([])
  })

  test('for any other platform is fitted to it and stays marked as generated', async () => {
    const made = await chat('add a basil leaf, for DoorDash', { format: undefined })
    expect(made.width / made.height).toBeCloseTo(16 / 9, 1)
    expect(made.faithfulness).toBe('generative')
    const { xmp } = await sharp(await bytesAt(made.result_url)).metadata()
    expect(xmp?.toString()).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')
  })

  test('leaves the logo to the server: the provider gets the photo alone', async () => {
    const logo = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#c80a14' } })
      .png()
      .toBuffer()
    const made = await chat('add a basil leaf, and our logo at the top left', { logo_url: await upload(logo) })
    expect(standIn.orders).toHaveLength(1)
    expect(standIn.wire.pictures(standIn.orders[0]?.body as never)).toBe(1)
    expect(made.steps.map(({ step }) => step)).toEqual(['add a basil leaf', 'Place the logo at the top left'])
    const data = await pixelsAt(made.result_url)
    expect([...data.subarray(at(22, 22), at(22, 22) + 3)]).toEqual([0xc8, 0x0a, 0x14])
    expect(Math.abs(data[at(120, 90)]! - MADE_DISH)).toBeLessThan(12)
  })

  test('comes before the exact steps, which are done on it', async () => {
    const made = await chat('add a basil leaf on top, then crop square, in black and white')
    expect(made).toMatchObject({ width: 180, height: 180, engine: 'bfl, local, classical' })
    expect(made.faithfulness).toBe('generative')
    expect(made.steps).toEqual([
      { step: 'add a basil leaf on top', status: 'done' },
      { step: 'Crop to 1:1 around the dish', status: 'done' },
      { step: 'Less colour by 100 %', status: 'done' },
    ])
    const data = await pixelsAt(made.result_url)
    expect(Math.abs(data[0]! - data[2]!)).toBeLessThan(2)
    expect(promptOf()).not.toMatch(/square|black/)
  })

  test('leaves what must not be touched as it is, to the pixel', async () => {
    const made = await chat('add a basil leaf on top, but do not touch the background')
    expect(promptOf()).toMatch(/Do not change the background/)
    const [own, data] = [await before(), await pixelsAt(made.result_url)]
    for (let x = 0; x < 20; x++)
      expect(data.subarray(at(x, 4), at(x, 4) + 3)).toEqual(own.subarray(at(x, 4), at(x, 4) + 3))
    expect(Math.abs(data[at(120, 90)]! - MADE_DISH)).toBeLessThan(12)
  })

  test('has the resolution that was asked for, at its price', async () => {
    let made: Awaited<ReturnType<typeof chat>> | undefined
    const spent = await spentBy(async () => {
      made = await chat('more steam', { resolution: '2K' })
    })
    expect([spent, made?.width, made?.height]).toEqual([4, 2048, 1536])
    expect(
      await customer.client.service.estimate({
        path: '/api/mobile/chat-edit',
        body: { image_url, instruction: 'more steam', resolution: '4K' },
      }),
    ).toMatchObject({ credits: 8 })
  })

  test('is made of each picture as often as asked', async () => {
    const other = await upload(await dishPhoto({ width: 180, height: 240, seed: 2 }))
    const body = { image_urls: [image_url, other], prompt: 'more steam', num_outputs: 2 }
    const made = await customer.client.images.edit(body)
    expect(made).toMatchObject({ credits_used: 8, warnings: [] })
    expect(made.images.map(({ index, width, height }) => [index, width, height])).toEqual([
      [0, WIDTH, HEIGHT],
      [0, WIDTH, HEIGHT],
      [1, 180, 240],
      [1, 180, 240],
    ])
    expect(standIn.orders).toHaveLength(4)
  })

  test('includes words that the grammar does not know, which cost nothing where they contradict the rest', async () => {
    await chat('make it look like autumn')
    expect(promptOf()).toContain('make it look like autumn')
    const spent = await spentBy(async () => {
      await expect(chat('more steam, brighter and darker')).rejects.toMatchObject({ code: 'instruction_refused' })
    })
    expect([spent, standIn.orders.length]).toEqual([0, 1])
  })
})

describe('in a part of a photo', () => {
  test('a layer is made anew, and every pixel outside stays', async () => {
    const wish = { image_url, layer: 'background', instruction: 'a rainy street at night' } as const
    const made = await (await customer.client.mobileJobs.layerEdit(wish)).wait()
    expect(made).toMatchObject({ credits_used: 2, faithfulness: 'generative' })
    expect(promptOf()).toContain('Change only the background: a rainy street at night.')
    const [own, data] = [await before(), await pixelsAt(made.result_url)]
    const middle = at(120, 90)
    expect(data.subarray(middle, middle + 3)).toEqual(own.subarray(middle, middle + 3))
    expect(Math.abs(data[at(4, 4)]! - MADE_TABLE)).toBeLessThan(12)
  })

  test('a layer that the photo does not have is refused before anything is ordered', async () => {
    const plain = await upload(
      await sharp({ create: { width: 80, height: 60, channels: 3, background: '#888' } })
        .png()
        .toBuffer(),
    )
    const wish = { image_url: plain, layer: 'dish', instruction: 'a cherry on top' } as const
    await expect((await customer.client.mobileJobs.layerEdit(wish)).wait()).rejects.toMatchObject({
      code: 'subject_not_found',
    })
    expect(standIn.orders).toEqual([])
  })

  test('an area gets what the prompt describes, drawn with its surroundings in sight', async () => {
    const box = { x: 0.1, y: 0.1, width: 0.25, height: 0.25 }
    const made = await customer.client.images.inpaint({ image_url, prompt: 'a sprig of mint', box })
    expect(made).toMatchObject({ credits_used: 2, faithfulness: 'generative', engine: 'bfl' })
    expect(promptOf()).toContain('In the middle of the picture: a sprig of mint.')
    const [own, data] = [await before(), await pixelsAt(made.result_url)]
    let changed = 0
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const isInside = x >= 24 && x < 84 && y >= 18 && y < 63
        const isSame = data.subarray(at(x, y), at(x, y) + 3).equals(own.subarray(at(x, y), at(x, y) + 3))
        if (!isInside) expect([x, y, isSame]).toEqual([x, y, true])
        else if (!isSame) changed++
      }
    }
    expect(changed).toBeGreaterThan(1_500)
  })
})

describe('the words of other operations', () => {
  test('make the scene of a hero shot', async () => {
    const made = await customer.client.images.heroShot({
      image_url,
      prompt: 'in a moonlit forest',
      aspect_ratio: '16:9',
      format: 'png',
    })
    expect(made).toMatchObject({ width: 1024, height: 576, engine: 'bfl', faithfulness: 'generative', credits_used: 2 })
    expect(promptOf()).toMatch(/hero shot of the dish in the picture: in a moonlit forest\./)
  })

  test('change the photo of a form before it is enhanced, at both doors', async () => {
    const image = new Uint8Array(await dishPhoto({ width: WIDTH, height: HEIGHT }))
    const fields = { image, size: 'original', customPrompt: 'more steam' } as const
    const made = await customer.client.mobile.enhance(fields)
    expect(made).toMatchObject({ credits_used: 3, faithfulness: 'generative', engine: 'bfl, local' })
    const { xmp } = await sharp(await bytesAt(made.enhanced_url)).metadata()
    expect(xmp?.toString()).toContain('compositeWithTrainedAlgorithmicMedia')
    const job = await customer.client.mobileJobs.enhance({
      image,
      size: 'original',
      editArea: 'dish',
      editAreaDetails: 'a cherry on top',
    })
    expect(await job.wait()).toMatchObject({ faithfulness: 'generative' })
    expect(promptOf(1)).toContain('Change only the dish: a cherry on top.')
  })

  test('compose pictures at a place that is not among the surfaces', async () => {
    const image_urls = await Promise.all(
      [1, 2].map(async (seed) => upload(await dishPhoto({ width: 240, height: 180, seed }))),
    )
    const body = { image_urls, prompt: 'on a beach at sunset', weights: [0.7, 0.3], num_outputs: 2 }
    const made = await customer.client.images.compose(body)
    expect(made).toMatchObject({ credits_used: 4, engine: 'bfl', faithfulness: 'generative' })
    expect(made.images).toMatchObject([
      { width: 1024, height: 768 },
      { width: 1024, height: 768 },
    ])
    expect(standIn.wire.pictures(standIn.orders[0]?.body as never)).toBe(2)
    expect(promptOf()).toMatch(/on a beach at sunset.*picture 1 70 %, picture 2 30 %/)
  })
})

test('what the provider makes is noted with its cost, and its failure costs nothing', async () => {
  await chat('more steam')
  expect((await customer.runs()).at(-1)).toMatchObject({ operation: 'chat-edit', provider_micros: 45_000 })
  standIn.misbehaves((step) => (step === 'state' ? { body: { status: 'Content Moderated', result: null } } : undefined))
  const spent = await spentBy(async () => {
    await expect(chat('more steam')).rejects.toMatchObject({ status: 400, code: 'content_refused' })
  })
  standIn.misbehaves(() => undefined)
  expect(spent).toBe(0)
})

// One of several processes has to wait until the lease of the first has lapsed.
test(
  'an edit that was accepted with a provider fails on a server without one, and its credits are given back',
  onSqlite,
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-test-'))
    const before = await startApp({ dataFolder, env: { PLATELIGHT_ENGINE_SYNTHESIS: 'bfl', ...standIn.env } })
    const { client, key } = await before.customer({ credits: 5 })
    const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 64, height: 48 })))
    // The server ends before the provider has answered.
    standIn.misbehaves(() => 'handled')
    const job = await client.mobileJobs.chatEdit({ image_url: url, instruction: 'more steam' })
    await expect.poll(() => standIn.counts.order).toBe(1)
    await before.close()
    standIn.misbehaves(() => undefined)
    const after = await startApp({ dataFolder })
    const later = new Platelight({ baseUrl: after.url, apiKey: key })
    await expect(later.mobileJobs.get(Number(job.id)).wait()).rejects.toMatchObject({ code: 'engine_unavailable' })
    expect((await later.account.credits()).credits).toBe(5)
    await after.close()
    await rm(dataFolder, { recursive: true })
  },
)
