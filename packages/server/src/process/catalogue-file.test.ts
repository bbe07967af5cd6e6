import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf, DEFAULT_CATALOGUE } from '../base/plans/plan-catalogue.ts'
import { readCatalogue } from './catalogue-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: unknown) {
  const file = join(folder, 'catalogue.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readCatalogue(file)
}
const problemsOf = (content: unknown): Promise<readonly string[]> =>
  read(content).then(
    () => [],
    ({ problems }: { problems: readonly string[] }) => problems.map((one) => one.replace(/^.*?\): /, '')),
  )

test('without a file the plans are those of the specification', async () => {
  const { plans } = await readCatalogue(undefined)
  const api = { perMinute: 60, perDay: 1000 }
  expect(Object.entries(plans).map(([name, { v1, monthlyPhotos }]) => [name, v1, monthlyPhotos])).toEqual([
    ['Free', { perMinute: 10, burst: 20 }, 100],
    ['Starter', { perMinute: 30, burst: 60 }, 500],
    ['Growth', { perMinute: 60, burst: 120 }, 2000],
    ['Pro', { perMinute: 120, burst: 240 }, null],
    ['Enterprise', null, null],
  ])
  expect([plans.Free, plans.Starter, plans.Growth, plans.Pro].map((plan) => plan.api)).toEqual([api, api, api, api])
  expect(plans.Enterprise.api).toBeNull()
})

test('a plan of the file changes what it names, and its products replace ours', async () => {
  const own = await read({
    plans: { Free: { monthly_photos: null, v1: { per_minute: 5, burst: 6 } } },
    products: [{ id: 'com.example.ten', name: 'Ten', credits: 10, price_usd: 4 }],
  })
  expect(own.plans.Free).toEqual({
    ...DEFAULT_CATALOGUE.plans.Free,
    monthlyPhotos: null,
    v1: { perMinute: 5, burst: 6 },
  })
  expect(own.plans.Pro).toEqual(DEFAULT_CATALOGUE.plans.Pro)
  const ten = { id: 'com.example.ten', name: 'Ten', credits: 10, priceUsd: 4, plan: null, period: null }
  expect(catalogueOf('com.example', own).products).toEqual([ten])
  expect(catalogueOf('com.example').products[0]?.id).toBe('com.example.credits.10')
})

test('every mistake of the file is reported at once, with its place', async () => {
  expect(
    await problemsOf({ plans: { Gold: {}, Pro: { monthly_credits: -1, api: { per_minute: 0 } } }, prices: [] }),
  ).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^prices is an unknown field/),
      expect.stringMatching(/^plans\.Gold is an unknown field/),
      expect.stringMatching(/^plans\.Pro\.monthly_credits /),
      expect.stringMatching(/^plans\.Pro\.api/),
    ]),
  )
  const product = { id: 'a', name: 'A', credits: 1 }
  expect(await problemsOf({ products: [product, { ...product, plan: 'Pro' }] })).toEqual([
    'products[1] (a) appears twice',
    'products[1] (a) needs both plan and period, or neither',
  ])
  expect(await problemsOf('{')).toEqual([expect.stringMatching(/^it is not JSON/)])
  await expect(readCatalogue(join(folder, 'none.json'))).rejects.toMatchObject({
    problems: [expect.stringMatching(/it cannot be read/)],
  })
})
