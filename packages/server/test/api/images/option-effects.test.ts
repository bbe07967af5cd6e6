import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effort } from '../../../../../scripts/workspace/test-effort.ts'
import { ITEM_BODIES, JOB_BODIES } from '../../../src/contract/generated/document-operations.ts'
import type { Endpoint } from '../../../src/http/endpoints/endpoint-table.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { formOf } from '../../support/multipart-forms.ts'
import { type Body, createComparisons, optionEndpoints, optionsOf, type Pictures } from '../../support/option-values.ts'
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
  }
  comparisons = createComparisons(pictures)
})
afterAll(() => app.close())

/** What comes of a request. */
interface Outcome {
  readonly status: number
  /** The reply without what differs from one request to the next; pictures are hashes of their bytes. */
  readonly made: string
  readonly warnings: string
}

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

async function reduced(value: unknown, without: readonly string[]): Promise<unknown> {
  if (typeof value === 'string' && value.startsWith(app.url)) {
    return createHash('sha256')
      .update(Buffer.from(await (await fetch(value)).arrayBuffer()))
      .digest('hex')
  }
  if (Array.isArray(value)) return Promise.all(value.map((one) => reduced(one, without)))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !without.includes(name))
  return Object.fromEntries(await Promise.all(kept.map(async ([name, one]) => [name, await reduced(one, without)])))
}

const warningsIn = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(warningsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (name === 'warnings' ? [one] : warningsIn(one)))
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

const known = new Map<string, Promise<Outcome>>()
function outcomeOf(road: Road, endpoint: Endpoint, body: Body, option: string): Promise<Outcome> {
  const key = JSON.stringify([road.name, endpoint.id, option, body])
  const found = known.get(key) ?? perform(road, endpoint, body, option)
  known.set(key, found)
  return found
}

async function perform(road: Road, endpoint: Endpoint, body: Body, option: string): Promise<Outcome> {
  const { status, reply } = await road(endpoint, body)
  const last = status === 200 ? await ended(reply) : reply
  const made = JSON.stringify(await reduced(last, [...OWN, ...option.split('.').slice(-1)]))
  return { status, made, warnings: JSON.stringify(warningsIn(last)) }
}

/** Whether an option does something, is refused, or a warning names it. */
async function effectOf(road: Road, endpoint: Endpoint, of: ReturnType<typeof optionsOf>[number]): Promise<string> {
  const { option, bodies } = comparisons.of(endpoint, of)
  const [one, two] = [
    await outcomeOf(road, endpoint, bodies[0], option),
    await outcomeOf(road, endpoint, bodies[1], option),
  ]
  // Of two values one has to be served, or nothing was tried.
  if (one.status !== 200 && two.status !== 200) return `refused with both values: ${one.made} ${two.made}`.slice(0, 500)
  const isNamed = `${one.warnings} ${two.warnings}`.includes(option.split('.').at(-1) ?? option)
  return one.made !== two.made || isNamed ? 'has an effect' : `nothing came of ${JSON.stringify(bodies)}`.slice(0, 500)
}

/** What is done differently is told by the option's own sentence, so an option without one is an error, too. */
const untold = optionEndpoints.flatMap((endpoint) =>
  optionsOf(endpoint).flatMap(([name, { description }]) => (description ? [] : [`${endpoint.id}.${name}`])),
)

describe.each(optionEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  test.each(optionsOf(endpoint))('%s', async (...option) => {
    const effect = await effectOf(directly, endpoint, option)
    expect(effect, effect).toBe('has an effect')
  })
})

test('each line of the tables is needed, and every option says what it does', () => {
  expect(comparisons.unused()).toEqual([])
  expect(untold).toEqual([])
})

/** As the parameters of a queue job, where there is such a job. */
const JOBS = new Map<string, string>(Object.entries(JOB_BODIES).map(([type, id]) => [id, type]))
const asJob: Road = (endpoint, params) => post('/api/jobs/submit', { job_type: JOBS.get(endpoint.id), params })

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
    const effect = await effectOf(road, endpoint, option)
    expect(effect, effect).toBe('has an effect')
  })
})
