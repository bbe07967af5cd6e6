import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp } from '../../support/start-app.ts'

type Call = (client: Customer['client'], image_url: string) => PromiseLike<unknown>

const image = new Uint8Array(await dishPhoto({ width: 120, height: 90 }))
const prompt = 'Tacos on slate'
const instruction = 'a bit warmer'
const invented = 'add a basil leaf'
const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }

/** Every endpoint of pictures from words, edits by instruction and copy, with what needs no provider: it works. */
const WORKS: Readonly<Record<string, Call>> = {
  'images.generate': (client) => client.images.generate({ prompt }),
  'images.generateV2': (client) => client.images.generateV2({ prompt }),
  'images.enrich': (client) => client.images.enrich({ prompt }),
  'images.edit': (client, image_url) => client.images.edit({ image_urls: [image_url], prompt: instruction }),
  'images.compose': (client, image_url) => client.images.compose({ image_urls: [image_url], prompt: 'on oak' }),
  'images.inpaint': (client, image_url) => client.images.inpaint({ image_url, prompt: instruction, box }),
  'images.heroShot': (client, image_url) => client.images.heroShot({ image_url, prompt: instruction }),
  'mobile.create': (client) => client.mobile.create({ prompt }),
  'mobile.captionCopy': (client) => client.mobile.captionCopy({ prompt }),
  'mobile.chatEdit': (client, image_url) => client.mobile.chatEdit({ image_url, instruction }),
  'mobile.enhance': (client) => client.mobile.enhance({ image, customPrompt: instruction }),
  'mobileJobs.create': (client) => client.mobileJobs.create({ prompt }).then((job) => job.wait()),
  'mobileJobs.generate': (client) => client.mobileJobs.generate({ prompt }).then((job) => job.wait()),
  'mobileJobs.chatEdit': (client, image_url) =>
    client.mobileJobs.chatEdit({ image_url, instruction }).then((job) => job.wait()),
  'mobileJobs.layerEdit': (client, image_url) =>
    client.mobileJobs.layerEdit({ image_url, instruction, layer: 'background' }).then((job) => job.wait()),
  'mobileJobs.enhance': (client) =>
    client.mobileJobs.enhance({ image, editAreaDetails: instruction }).then((job) => job.wait()),
  'mobileJobs.compose': (client) =>
    client.mobileJobs.compose({ references: [image], instruction: 'on oak' }).then((job) => job.wait()),
  'jobs.submit:generate_image': (client) => client.jobs.submit('generate_image', { prompt }).then((job) => job.wait()),
  'jobs.submit:compose': (client, image_url) =>
    client.jobs.submit('compose', { image_urls: [image_url], prompt: 'on oak' }).then((job) => job.wait()),
}

/** The same endpoints with words that ask for what no photo shows. */
const INVENTS: Readonly<Record<string, Call>> = {
  'images.edit': (client, image_url) => client.images.edit({ image_urls: [image_url], prompt: invented }),
  'images.inpaint': (client, image_url) => client.images.inpaint({ image_url, prompt: 'a sprig of mint', box }),
  'images.heroShot': (client, image_url) => client.images.heroShot({ image_url, prompt: 'in a forest' }),
  'mobile.chatEdit': (client, image_url) => client.mobile.chatEdit({ image_url, instruction: invented }),
  'mobile.enhance': (client) => client.mobile.enhance({ image, customPrompt: 'more steam' }),
  'mobileJobs.chatEdit': (client, image_url) => client.mobileJobs.chatEdit({ image_url, instruction: invented }),
  'mobileJobs.layerEdit': (client, image_url) =>
    client.mobileJobs.layerEdit({ image_url, instruction: invented, layer: 'dish' }),
  'mobileJobs.enhance': (client) => client.mobileJobs.enhance({ image, editAreaDetails: 'more steam' }),
}

/** What each endpoint needs where the operator has turned all engines off that can be turned off. */
const OFF: Readonly<Record<string, 'synthesis' | 'copy'>> = {
  'images.generate': 'synthesis',
  'images.generateV2': 'synthesis',
  'images.enrich': 'copy',
  'mobile.create': 'synthesis',
  'mobile.captionCopy': 'copy',
  'mobileJobs.create': 'synthesis',
  'mobileJobs.generate': 'synthesis',
  'jobs.submit:generate_image': 'synthesis',
}

/** A server, an account and a photo of it. */
async function kitchen(env: Record<string, string>) {
  const app = await startApp({ env })
  const customer = await app.customer({ credits: 50 })
  const { url } = await customer.client.uploads.create(image)
  const { engines } = await customer.client.service.capabilities()
  const settingOf = (capability: unknown) => engines.find((one) => one.capability === capability)?.setting
  return { app, customer, url, settingOf }
}

/** Refused before anything is held, naming the setting that /api/capabilities names for what is missing. */
async function refuses(
  { customer, url, settingOf }: Awaited<ReturnType<typeof kitchen>>,
  call: Call,
  capability: string,
) {
  const [credits, runs] = [await customer.credits(), (await customer.runs()).length]
  const error = await call(customer.client, url).then(
    () => undefined,
    (reason: unknown) => reason as { status: number; code: string; details: Record<string, unknown>; message: string },
  )
  expect(error).toMatchObject({ status: 503, code: 'engine_unavailable', details: { capability } })
  expect(error?.details.setting).toBe(settingOf(capability))
  expect(error?.message).toContain(String(settingOf(capability)))
  expect([await customer.credits(), (await customer.runs()).length]).toEqual([credits, runs])
}

describe('with no key at all', () => {
  let place: Awaited<ReturnType<typeof kitchen>>
  beforeAll(async () => {
    place = await kitchen({})
  })
  afterAll(() => place.app.close())

  test.each(Object.entries(WORKS))('%s works', async (_, call) => {
    await expect(call(place.customer.client, place.url)).resolves.toMatchObject({ status: 'completed' })
  })

  test.each(Object.entries(INVENTS))(
    '%s answers 503 with the setting for what nobody here can draw',
    async (_, call) => {
      await refuses(place, call, 'synthesis')
    },
  )

  test('each operation that a provider would do more of names its setting', async () => {
    const { operations } = await place.customer.client.service.capabilities()
    const named = operations.filter(({ setting }) => setting === 'PLATELIGHT_ENGINE_SYNTHESIS')
    expect(named.map(({ operation }) => operation).sort()).toEqual(
      ['chat-edit', 'compose', 'edit', 'enhance', 'hero-shot', 'inpaint', 'layer-edit'].sort(),
    )
  })
})

describe('with every engine off that can be', () => {
  let place: Awaited<ReturnType<typeof kitchen>>
  beforeAll(async () => {
    place = await kitchen({ PLATELIGHT_ENGINE_SYNTHESIS: 'off', PLATELIGHT_ENGINE_COPY: 'off' })
  })
  afterAll(() => place.app.close())

  test.each(Object.keys(WORKS))('%s works, or answers 503 with its setting', async (name) => {
    const call = WORKS[name] as Call
    const capability = OFF[name]
    if (capability) return refuses(place, call, capability)
    await expect(call(place.customer.client, place.url)).resolves.toMatchObject({ status: 'completed' })
  })
})
