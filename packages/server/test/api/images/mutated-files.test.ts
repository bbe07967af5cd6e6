import { seededRandom } from '@platelight/imaging/testing/drawn-pictures.ts'
import { MUTATION_NAMES, mutate } from '@platelight/imaging/testing/file-mutations.ts'
import { sampleFiles } from '@platelight/imaging/testing/picture-samples.ts'
import { BadRequestError } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, seed } from '../../../../../scripts/workspace/test-effort.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { isOnPostgres } from '../../support/test-database.ts'

const COUNT = effort(250, isOnPostgres ? 100 : 10_000)
const AT_ONCE = 4
const REFUSALS = ['image_unreadable', 'unsupported_image', 'image_too_large']

let app: TestApp
beforeAll(async () => {
  app = await startApp({ engine: inlineEngine })
})
afterAll(() => app.close())

test(`${COUNT} damaged photos get a result or a specific refusal each, and nothing is charged for a refusal`, async () => {
  const originals = [...(await sampleFiles())]
  const { client, credits, entries } = await app.customer({ credits: COUNT })
  const chance = seededRandom(seed)
  const outcomes = new Map<string, number>()
  const wrong: string[] = []
  let done = 0

  const send = async (n: number) => {
    const [name, file] = originals[n % originals.length]!
    const kind = MUTATION_NAMES[Math.floor(n / originals.length) % MUTATION_NAMES.length]!
    const [, other] = originals[Math.floor(chance() * originals.length)]!
    const image = Uint8Array.from(mutate(kind, file, chance, other))
    const outcome = await client.photos.enhance({ image, formats: ['original'], upscale: false }).then(
      ({ enhanced, creditsUsed }) => (enhanced.original && creditsUsed === 1 ? 'result' : 'half a result'),
      (error: unknown) => (error instanceof BadRequestError ? String(error.code) : String(error)),
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (outcome === 'result') done++
    else if (!REFUSALS.includes(outcome)) wrong.push(`${n}: ${name}, ${kind}: ${outcome}`)
  }

  let next = 0
  const worker = async () => {
    while (next < COUNT) await send(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))

  expect(wrong).toEqual([])
  // Damage of every degree: some files are still pictures, some are not.
  expect(done).toBeGreaterThan(COUNT / 20)
  expect(done).toBeLessThan(COUNT * 0.9)
  expect(await credits()).toBe(COUNT - done)
  const charges = (await entries()).filter(({ kind }) => kind === 'charge')
  expect(charges).toHaveLength(done)
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
  console.info(Object.fromEntries(outcomes))
})
