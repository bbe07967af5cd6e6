import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effort } from '../../../../../scripts/workspace/test-effort.ts'
import { ITEM_BODIES, JOB_BODIES } from '../../../src/contract/generated/document-operations.ts'
import type { Endpoint } from '../../../src/http/endpoints/endpoint-table.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { menuPdf } from '../../support/menu-pdf.ts'
import { formOf } from '../../support/multipart-forms.ts'
import {
  faultOf,
  faultOfAmount,
  isAmount,
  type Outcome,
  readShot,
  type Shot,
  type Tried,
} from '../../support/option-differences.ts'
import {
  type Body,
  createComparisons,
  optionEndpoints,
  optionsOf,
  type Pictures,
  valueIn,
} from '../../support/option-values.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

/** No option without effect: every option of the document is sent with two values, and something must come of it. */

const [WIDTH, HEIGHT] = [160, 120]

/** A white square on black, at this share of the width. */
async function maskOf(at: number): Promise<Buffer> {
  const white = await sharp({ create: { width: 24, height: 24, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
    .composite([{ input: white, left: Math.round(WIDTH * at), top: 10 }])
    .png()
    .toBuffer()
}

let app: TestApp
let customer: Customer
/** The photo that is sent. */
let photo: Shot
let comparisons: ReturnType<typeof createComparisons>
/** The bytes behind addresses, for forms. */
const files = new Map<string, Uint8Array<ArrayBuffer>>()

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 1_000_000 })
  const upload = async (bytes: Uint8Array) => {
    const { url } = await customer.client.uploads.create(bytes)
    files.set(url, new Uint8Array(bytes))
    return url
  }
  const dish = (seed: number) => dishPhoto({ width: WIDTH, height: HEIGHT, seed })
  photo = await readShot(await dish(1))
  const pictures: Pictures = {
    dish: await upload(await dish(1)),
    // In another light, too.
    other: await upload(
      await sharp(await dish(5))
        .modulate({ brightness: 0.6 })
        .tint('#ffb070')
        .jpeg()
        .toBuffer(),
    ),
    logo: await upload(await plainPng(40, 20)),
    mask: await upload(await maskOf(0.1)),
    otherMask: await upload(await maskOf(0.7)),
    menu: 'menu.pdf',
  }
  files.set(pictures.menu, menuPdf('Gyoza 6.90'))
  comparisons = createComparisons(pictures)
})
afterAll(() => app.close())

/** What two replies to the same request have of their own, or repeat of the request. */
const OWN = [
  'id',
  'job_id',
  'created_at',
  'createdAt',
  'credits_used',
  'creditsUsed',
  'original_url',
  'original',
  'metadata',
  'warnings',
  'estimated_seconds',
]

/** The addresses of pictures in a reply, in their order. */
const picturesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith(app.url) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (OWN.includes(name) ? [] : picturesIn(one)))
}

/** A reply without its pictures and what it has of its own. */
const textIn = (value: unknown): unknown => {
  if (typeof value === 'string' && value.startsWith(app.url)) return ''
  if (Array.isArray(value)) return value.map(textIn)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !OWN.includes(name))
  return Object.fromEntries(kept.map(([name, one]) => [name, textIn(one)]))
}

const warningsIn = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(warningsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (name === 'warnings' ? [one].flat() : warningsIn(one)))
}

const post = async (
  path: string,
  body: Body,
  isForm = false,
  { headers } = customer,
): Promise<{ status: number; reply: Body }> => {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  const fileOf = (value: unknown) => files.get(value as string) ?? String(value)
  const form = () => formOf(Object.fromEntries(given.map(([name, value]) => [name, [value].flat().map(fileOf)])))
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? form() : JSON.stringify(Object.fromEntries(given)),
  })
  return { status: answer.status, reply: (await answer.json()) as Body }
}

/** Waits for the job that a reply names, in the form of its family. */
const ended = async (reply: Body): Promise<Body> => {
  const { job_id } = reply
  if (job_id === undefined) return reply
  const path = typeof job_id === 'number' ? `/api/mobile/jobs/${job_id}` : `/api/jobs/${String(job_id)}/status`
  let job: Body = {}
  const state = async () => {
    job = (await (await fetch(app.url + path, { headers: customer.headers })).json()) as Body
    return job.status
  }
  await expect.poll(state, { interval: 30 }).toMatch(/^(SUCCESS|FAILURE|completed|failed)$/)
  return job
}

/** How a request gets to its operation. */
type Road = (endpoint: Endpoint, body: Body) => Promise<{ status: number; reply: Body }>
const directly: Road = async ({ id, path, body: { form } = {} }, body) =>
  // An account has one free preview.
  post(path, body, form !== undefined, id === 'mobile.demoEnhance' ? await app.customer() : customer)

/** Each request is made once, however many options are compared with it. */
const known = new Map<string, Promise<Outcome>>()
function outcomeOf(road: Road, endpoint: Endpoint, body: Body): Promise<Outcome> {
  const key = JSON.stringify([road.name, endpoint.id, body])
  const found = known.get(key) ?? perform(road, endpoint, body)
  known.set(key, found)
  return found
}

async function perform(road: Road, endpoint: Endpoint, body: Body): Promise<Outcome> {
  const { status: answered, reply } = await road(endpoint, body)
  const last = answered === 200 ? await ended(reply) : reply
  const hasFailed = /"status":"(FAILURE|failed)"/.test(JSON.stringify(last))
  const urls = answered === 200 && !hasFailed ? picturesIn(last) : []
  // A job or a batch that fails was refused like a call.
  const status = hasFailed ? 400 : answered
  const [shots, films]: [Shot[], string[]] = [[], []]
  for (const url of urls) {
    const file = await fetch(url)
    const bytes = Buffer.from(await file.arrayBuffer())
    const [kind] = (file.headers.get('content-type') ?? '').split('/')
    if (kind === 'video') films.push(createHash('sha256').update(bytes).digest('hex'))
    // A file for print shows the same as the pictures beside it.
    if (kind === 'image') shots.push(await readShot(bytes))
  }
  const warnings = warningsIn(last).map((warning) => JSON.stringify(warning))
  return { status, text: textIn(last) as Body, warnings, shots, films }
}

/** Why an option does not do what it is about, is not refused either, and no warning names it; empty if it does. */
async function faultOn(road: Road, endpoint: Endpoint, of: ReturnType<typeof optionsOf>[number]): Promise<string> {
  const comparison = comparisons.of(endpoint, of)
  const { option, bodies } = comparison
  const tried = async (body: Body): Promise<Tried> => ({
    value: valueIn(body, option),
    outcome: await outcomeOf(road, endpoint, body),
  })
  const [one, two] = [await tried(bodies[0]), await tried(bodies[1])]
  const statuses = [one.outcome.status, two.outcome.status]
  const said = `${statuses}: ${JSON.stringify([one.outcome.text, two.outcome.text])}`
  // A refusal says what is wrong with a value, or that an image model is missing.
  if (statuses.some((status) => status >= 500 && status !== 503)) return said
  // Of two values one has to be served, or nothing was tried.
  if (!statuses.includes(200)) return `refused with both values, ${said}`
  if (statuses[0] !== statuses[1]) return ''
  const fault = isAmount(option, of[1])
    ? await faultOfAmount(of[1].description ?? '', photo, [one, await tried(comparisons.between(comparison)), two])
    : await faultOf(option, one, two)
  return fault === '' || isNamed(option, one.outcome, two.outcome) ? '' : `${fault}, with ${JSON.stringify(bodies)}`
}

/** Whether a warning that only one of them has names the option. */
function isNamed(option: string, { warnings: first }: Outcome, { warnings: second }: Outcome): boolean {
  const name = option.slice(option.lastIndexOf('.') + 1)
  const different = [...first.filter((one) => !second.includes(one)), ...second.filter((one) => !first.includes(one))]
  return different.some((warning) => warning.includes(name))
}

/** What is done differently is told by the option's own sentence, so an option without one is an error, too. */
const untold = optionEndpoints.flatMap((endpoint) =>
  optionsOf(endpoint).flatMap(([name, { description }]) => (description ? [] : [`${endpoint.id}.${name}`])),
)

describe.each(optionEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  test.each(optionsOf(endpoint))('%s', async (...option) => {
    expect(await faultOn(directly, endpoint, option)).toBe('')
  })
})

test('each line of the tables is needed, and every option says what it does', () => {
  expect(comparisons.unused()).toEqual([])
  expect(untold).toEqual([])
})

/** As the parameters of a queue job, where there is such a job. One alone has a body of its own: that of a call for one photo. */
const JOBS = new Map<string, string>(
  Object.entries(JOB_BODIES).map(([type, id]) => [type === 'process_image' ? 'images.process' : id, type]),
)
const asJob: Road = ({ id }, { image_urls, ...body }) => {
  const pictures = id === 'images.process' ? { image_url: [image_urls].flat()[0] } : { image_urls }
  return post('/api/jobs/submit', { job_type: JOBS.get(id), params: { ...pictures, ...body } })
}

/** As the parameters of a batch of one picture. */
const BATCHES = new Map<string, string>(Object.entries(ITEM_BODIES).map(([operation, id]) => [id, operation]))
const asBatch: Road = (endpoint, { image_url, ...params }) =>
  post('/api/batch-process', { operation: BATCHES.get(endpoint.id), image_urls: [image_url], params })

const ROADS: readonly (readonly [string, Road, ReadonlyMap<string, string>])[] =
  effort(0, 1) === 0
    ? []
    : [
        ['as a job', asJob, JOBS],
        ['in a batch', asBatch, BATCHES],
      ]
describe.each(ROADS)('%s', (_, road, by) => {
  const endpoints = optionEndpoints.filter(({ id }) => by.has(id))
  const options = endpoints.flatMap((endpoint) =>
    optionsOf(endpoint).map((option) => [endpoint.id, option[0], endpoint, option] as const),
  )
  test.each(options)('%s: %s', async (_id, _name, endpoint, option) => {
    expect(await faultOn(road, endpoint, option)).toBe('')
  })
})
