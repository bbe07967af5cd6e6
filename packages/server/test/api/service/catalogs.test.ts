import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { resolve, type Schema } from '../../../src/contract/openapi-types.ts'
import { CREDITS } from '../../../src/operations/prices.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let client: Customer['client']

beforeAll(async () => {
  app = await startApp()
  client = (await app.customer()).client
})
afterAll(() => app.close())

const schemas = document.components?.schemas as Record<string, Schema>

/** The allowed values of a schema's field, and its default. */
function field(schema: string, name: string): { enum: string[]; default?: string } {
  const property = schemas[schema]?.properties?.[name]
  const found: Record<string, unknown> = { ...resolve<Schema>(document, property!), ...property }
  // Values of the published app's forms are known; any other value is replaced by the default.
  return { enum: found['x-known-values'], ...found } as never
}

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const library = async (category: string) =>
  (await client.catalogs.presetsV3()).presets.filter((preset) => preset.category === category)

test.each(['/api/styles', '/api/presets/v3', '/api/food-styles', '/api/resolutions', '/api/mobile/smart-layers'])(
  '%s needs no credential, and a wrong one does not matter',
  async (path) => {
    expect((await fetch(app.url + path)).status).toBe(200)
    expect((await fetch(app.url + path, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(200)
  },
)

describe('a catalogue offers exactly the values of the document', () => {
  test('styles, each with the operations that accept it', async () => {
    const { styles } = await client.catalogs.styles()
    const taking = (operation: string) => ids(styles.filter(({ operations }) => operations.includes(operation))).sort()
    expect(taking('generate')).toEqual([...field('GenerateRequest', 'style').enum].sort())
    expect(taking('generate-v2')).toEqual([...field('GenerateV2Request', 'style').enum].sort())
    expect(taking('enhance')).toEqual([...field('EnhanceForm', 'style').enum].sort())
    expect(taking('demo-enhance')).toEqual([...field('DemoForm', 'style').enum].sort())
  })

  test('food styles are styles, with advice on taking the photo', async () => {
    const { styles } = await client.catalogs.styles()
    const { food_styles } = await client.catalogs.foodStyles()
    expect(food_styles.length).toBeGreaterThan(3)
    expect(ids(styles)).toEqual(expect.arrayContaining(ids(food_styles)))
    for (const { id, description } of food_styles) {
      expect(description).not.toBe(styles.find((style) => style.id === id)?.description)
    }
  })

  test('resolutions, with the price of one picture', async () => {
    const { resolutions } = await client.catalogs.resolutions()
    expect(ids(resolutions)).toEqual(field('GenerateV2Request', 'resolution').enum)
    expect(resolutions.map(({ credits }) => credits)).toEqual([1, 2, 4])
    expect(resolutions.map(({ max_side }) => max_side)).toEqual([1024, 2048, 4096])
  })

  test('smart layers', async () => {
    const { layers } = await client.catalogs.smartLayers()
    expect(ids(layers)).toEqual(field('LayerEditRequest', 'layer').enum)
    expect(['entire_image', ...ids(layers)]).toEqual(field('EnhanceForm', 'editArea').enum)
  })

  test.each([
    ['enhancement', [['EnhanceRequest', 'preset']]],
    ['style', [['GenerateV2Request', 'style']]],
    ['goal', [['DemoForm', 'goal']]],
    ['asset', [['AssetForm', 'asset_type'], ['AssetForm', 'preset']]], // biome-ignore format: pairs
    ['motion', [['ReelForm', 'motion']]],
  ] as [string, [string, string][]][])('the library has every %s once', async (category, fields) => {
    const presets = await library(category)
    expect(ids(presets).sort()).toEqual(fields.flatMap(([schema, name]) => field(schema, name).enum).sort())
    for (const { id, parameters } of presets) expect(Object.values(parameters)).toEqual([id])
    const filled = new Set(presets.flatMap(({ parameters }) => Object.keys(parameters)))
    expect([...filled].sort()).toEqual(fields.map(([, name]) => name).sort())
  })
})

test('every default of a form is in its catalogue', async () => {
  const [{ styles }, { resolutions }, { presets }] = await Promise.all([
    client.catalogs.styles(),
    client.catalogs.resolutions(),
    client.catalogs.presetsV3(),
  ])
  const offered: [string, string, string, readonly { id: string }[]][] = [
    ['EnhanceForm', 'style', 'professional', styles],
    ['EnhanceForm', 'resolution', '1K', resolutions],
    ['EnhanceJobForm', 'goal', 'menu', presets],
    ['DemoForm', 'style', 'natural_light', styles],
    ['DemoForm', 'goal', 'menu', presets],
    ['AnonymousProjectForm', 'preset', 'natural_light', presets],
    ['AssetForm', 'asset_type', 'poster', presets],
    ['AssetForm', 'preset', 'daily_special', presets],
    ['AssetForm', 'resolution', '2K', resolutions],
    ['ReelForm', 'motion', 'push_in', presets],
  ]
  for (const [schema, name, specified, catalogue] of offered) {
    expect(field(schema, name).default, `${schema}.${name}`).toBe(specified)
    expect(ids(catalogue), `${schema}.${name}`).toContain(specified)
  }
})

test('names and descriptions are readable, and unique in a catalogue', async () => {
  const { presets } = await client.catalogs.presetsV3()
  for (const { name, description } of presets) {
    expect(name).toMatch(/^[A-Z0-9][\p{L}\d ,:-]+$/u)
    expect(description).toMatch(/^[A-Z].{15,}\.$/)
  }
  const titles = presets.map(({ category, name }) => `${category} ${name}`)
  expect(new Set(titles).size).toBe(titles.length)
})

test('prices are those of the operations', async () => {
  const { presets } = await client.catalogs.presetsV3()
  const price = (category: string) => [
    ...new Set(presets.filter((one) => one.category === category).map((one) => one.credits)),
  ]
  expect(['enhancement', 'style', 'goal', 'asset', 'motion'].map(price)).toEqual([
    [CREDITS.enhance],
    [CREDITS.resolution['1K']],
    [CREDITS.enhance],
    [CREDITS.asset['2K']],
    [CREDITS.reel],
  ])
})
