import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { ImageProvider } from '../../src/base/engine-capability.ts'
import { type ProviderStandIn, pictureOf, providerStandIn, type Step } from '../support/providers/provider-stand-in.ts'
import { createKey, startProcess } from '../support/server-process.ts'

type Kill = () => Promise<unknown>

/** A moment of a run at which the server is killed. */
interface Point {
  readonly at: string
  readonly step: Step
  /** Which request of that step. */
  readonly count: number
  readonly when: 'arrives' | 'taken' | 'half' | 'sent'
  /** Whether the order was stored before, so that the run succeeds after the restart. */
  readonly isStored: boolean
}

const point = (at: string, step: Step, count: number, when: Point['when'], isStored: boolean): Point => ({
  ...{ at, step, count, when, isStored },
})

/** Moments of an order that the provider names before it does it. */
const TASK_POINTS: readonly Point[] = [
  point('the order arrives', 'order', 1, 'arrives', false),
  point('the order is taken and not yet answered', 'order', 1, 'taken', false),
  point('the reply to the order is sent', 'order', 1, 'sent', false),
  point('the state is asked for', 'state', 1, 'arrives', true),
  point('the state is told', 'state', 1, 'sent', true),
  point('the state is asked for again', 'state', 2, 'arrives', true),
  point('the end is told', 'state', 2, 'sent', true),
  point('the picture is asked for', 'picture', 1, 'arrives', true),
  point('half of the picture is sent', 'picture', 1, 'half', true),
  point('the picture is sent', 'picture', 1, 'sent', true),
]

/** Moments of an order that is answered with the picture. What is not known to be stored is not ordered again. */
const DIRECT_POINTS: readonly Point[] = [
  point('the order arrives', 'order', 1, 'arrives', false),
  point('the order is taken and not yet answered', 'order', 1, 'taken', false),
  point('half of the picture is sent', 'order', 1, 'half', false),
  point('the picture is sent', 'order', 1, 'sent', false),
]

/** Kills the server at a point of the next run. @returns settles when it is dead */
function killAt(standIn: ProviderStandIn, { step, count, when }: Point, kill: Kill): Promise<void> {
  return new Promise((resolve, reject) => {
    const die = () => kill().then(() => resolve(), reject)
    standIn.misbehaves(async (at, number, response) => {
      if (at !== step || number !== count) return undefined
      if (when === 'sent') {
        response.once('finish', die)
        return undefined
      }
      // It is counted as paid, although its reply never arrives.
      if (when === 'taken' || (when === 'half' && step === 'order')) {
        standIn.orders.push({ method: 'POST', path: '', headers: {}, body: null })
      }
      if (when === 'half') await sendHalf(response)
      await die()
      response.destroy()
      return 'handled'
    })
  })
}

async function sendHalf(response: ServerResponse): Promise<void> {
  const picture = await pictureOf()
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(picture.length) })
  await new Promise<void>((resolve) => {
    response.write(picture.subarray(0, picture.length / 2), () => resolve())
  })
}

test.each([
  ['bfl', TASK_POINTS],
  ['fal', TASK_POINTS],
  ['replicate', TASK_POINTS],
  ['openai-compatible', DIRECT_POINTS],
  ['google', DIRECT_POINTS],
] as const)(
  'a server killed at any moment of an order at %s pays at most once, stores at most once, and charges what it stored',
  async (provider: ImageProvider, points: readonly Point[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'platelight-provider-'))
    const standIn = await providerStandIn(provider)
    const env = { PLATELIGHT_ENGINE_SYNTHESIS: provider, ...standIn.env }
    const { key } = await createKey(folder, 50)
    let server = await startProcess(folder, { env })
    const outcomes: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    try {
      for (const moment of points) {
        standIn.orders.length = 0
        Object.assign(standIn.counts, { order: 0, state: 0, picture: 0 })
        standIn.forgetPolls()
        const dead = killAt(standIn, moment, () => server.kill())
        const client = () => new Platelight({ baseUrl: server.url, apiKey: key, maxRetries: 0 })
        const before = (await client().account.credits()).credits
        const { id } = await client().jobs.submit('generate_image', { prompt: 'Tacos on slate' })
        const jobId = String(id)
        await dead
        standIn.misbehaves(() => undefined)
        server = await startProcess(folder, { env })
        await expect
          .poll(async () => (await client().jobs.status(jobId)).status, { timeout: 60_000, interval: 200 })
          .toMatch(/SUCCESS|FAILURE/)
        const { status } = await client().jobs.status(jobId)
        const charged = before - (await client().account.credits()).credits
        const stored = storedOutputs(folder, jobId)
        const isMade = status === 'SUCCESS'
        expect([moment.at, standIn.orders.length <= 1]).toEqual([moment.at, true])
        expect([moment.at, charged, stored]).toEqual([moment.at, isMade ? 1 : 0, isMade ? 1 : 0])
        outcomes[moment.at] = status
        expected[moment.at] = moment.isStored ? 'SUCCESS' : expect.stringMatching(/SUCCESS|FAILURE/)
      }
      expect(outcomes).toEqual(expected)
    } finally {
      await server.kill()
      await standIn.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
  280_000,
)

function storedOutputs(folder: string, runId: string): number {
  const db = new SqliteDatabase(join(folder, 'platelight.db'), { readonly: true })
  try {
    const outputs = db.prepare("select count(*) as n from run_images where run_id = ? and role = 'output'")
    return (outputs.get(runId) as { n: number }).n
  } finally {
    db.close()
  }
}
