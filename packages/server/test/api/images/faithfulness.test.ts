import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import { missing, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import exifr from 'exifr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effort } from '../../../../../scripts/workspace/test-effort.ts'
import { document } from '../../../src/contract/openapi-document.ts'
import { OPERATIONS } from '../../../src/operations/image-operations.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { createWays, FORMATS } from '../../support/result-ways.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { fewOnPostgres } from '../../support/test-database.ts'

/** The label of each class in the terms of the IPTC. */
const IPTC = {
  faithful: 'algorithmicallyEnhanced',
  retouch: 'algorithmicallyEnhanced',
  generative: 'compositeWithTrainedAlgorithmicMedia',
  preview: 'algorithmicMedia',
} as const
type Faithfulness = keyof typeof IPTC

let app: TestApp
let customer: Customer
let image_url: string
let WAYS: ReturnType<typeof createWays>
/** Small, so that four formats of every operation take as little time as possible. */
const [WIDTH, HEIGHT] = [240, 180]

/** No platform accepts all formats, so a restaurant's own menu does. */
const HOUSE = {
  id: 'house.menu',
  name: 'Our own menu',
  checked_on: '2026-11-21',
  rules: { formats: FORMATS },
  export: { size: { width: 320, height: 240 }, format: 'jpeg' },
}
const folder = mkdtempSync(join(tmpdir(), 'platelight-faithfulness-'))

beforeAll(async () => {
  const file = join(folder, 'platforms.json')
  writeFileSync(file, JSON.stringify({ platforms: [HOUSE] }))
  app = await startApp({ env: { PLATELIGHT_PLATFORMS: file } })
  customer = await app.customer({ credits: 2_000 })
  image_url = await upload(await dishPhoto({ width: WIDTH, height: HEIGHT }))
  const another = await upload(await dishPhoto({ width: WIDTH, height: HEIGHT, seed: 2 }))
  WAYS = createWays({ app, another, platform: HOUSE.id })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const upload = async (bytes: Uint8Array) => (await customer.client.uploads.create(new Uint8Array(bytes))).url
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

/** They write texts, which have no label. */
const WRITERS = new Set(['enrich', 'caption-copy'])

/** A batch is tested by its items. The batch that runs steps is tested by its steps. */
const ALIASES: Readonly<Record<string, string>> = { process: 'process-image' }

interface Post {
  readonly 'x-operation'?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>> }
}
const schemas = document.components?.schemas as Record<string, { properties?: Record<string, unknown> }>

/** The operations whose callers choose the file format, from the document. */
const CHOOSERS = new Set(
  Object.values(document.paths).flatMap((item) => {
    const post = (item as { post?: Post }).post
    const name = post?.['x-operation']
    const schema = post?.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? ''
    return name && schemas[schema]?.properties?.format ? [ALIASES[name] ?? name] : []
  }),
)

interface Told {
  readonly way: string
  readonly format: string
  readonly faithfulness: string
  readonly bytes: Buffer
}

const extensionOf = (bytes: Buffer): string =>
  bytes[0] === 0xff
    ? 'jpg'
    : bytes[0] === 0x89
      ? 'png'
      : bytes.includes('WEBP')
        ? 'webp'
        : bytes.includes('isom')
          ? 'mp4'
          : 'avif'

/**
 * The label that an independent reader finds: exiftool, or exifr if it is missing, which reads two of the four formats.
 */
async function sourceTypes(files: readonly Buffer[]): Promise<(string | undefined)[]> {
  const last = (address: unknown) => /digitalsourcetype\/(\w+)$/.exec(String(address))?.[1]
  if (missing('exiftool') === undefined) {
    const named = files.map((bytes, i) => [`${String(i).padStart(4, '0')}.${extensionOf(bytes)}`, bytes] as const)
    const said = runProgram('exiftool', ['-json', '-n', '-XMP-iptcExt:DigitalSourceType', '.'], {
      files: Object.fromEntries(named),
    })
    const found = new Map(
      (JSON.parse(said.toString()) as { SourceFile: string; DigitalSourceType?: string }[]).map(
        ({ SourceFile, DigitalSourceType }) => [SourceFile.replace(/^\.\//, ''), last(DigitalSourceType)],
      ),
    )
    return named.map(([name]) => found.get(name))
  }
  return Promise.all(
    files.map(async (bytes) => {
      if (extensionOf(bytes) === 'mp4') return last(/[^<>"]*digitalsourcetype\/\w+/.exec(bytes.toString('latin1'))?.[0])
      if (!['jpg', 'png'].includes(extensionOf(bytes)))
        return last(/[^<>"]*digitalsourcetype\/\w+/.exec(String((await sharp(bytes).metadata()).xmp))?.[0])
      return last((await exifr.parse(bytes, { xmp: true })).DigitalSourceType)
    }),
  )
}

test('every operation labels its result and its files in each format, as other programs read it', async () => {
  const missing = Object.keys(OPERATIONS).filter((name) => !WRITERS.has(name) && !WAYS[ALIASES[name] ?? name])
  expect(missing, 'operations without a way in this test').toEqual([])
  const reported: Told[] = []
  for (const [index, [way, make]] of Object.entries(WAYS).entries()) {
    // One function encodes for all operations, so each tries two formats. At night each tries all of them.
    const formats = FORMATS.filter((_, at) => (at + index) % FORMATS.length < effort(2, FORMATS.length))
    const chosen = CHOOSERS.has(way) || way === 'batch-process' ? fewOnPostgres(formats, 1) : []
    for (const format of [undefined, ...chosen]) {
      const results = await make(customer.client, { image_url, ...(format && { format }) })
      expect(results.length, way).toBeGreaterThan(0)
      for (const { faithfulness, files } of results) {
        for (const url of files) {
          const bytes = await bytesAt(url)
          if (format) expect([way, (await sharp(bytes).metadata()).mediaType]).toEqual([way, `image/${format}`])
          reported.push({ way, format: format ?? 'as it comes', faithfulness, bytes })
        }
      }
    }
  }
  const found = await sourceTypes(reported.map(({ bytes }) => bytes))
  const wrong = reported.flatMap(({ way, format, faithfulness }, i) =>
    found[i] === IPTC[faithfulness as Faithfulness] ? [] : [`${way}, ${format}: ${faithfulness}, ${found[i]}`],
  )
  expect(wrong).toEqual([])
  // All classes that are built occurred: a constant for all results would fail.
  expect(new Set(reported.map(({ faithfulness }) => faithfulness))).toEqual(new Set(['faithful', 'retouch', 'preview']))
})

test('the other endpoints for the same results label them like the call', async () => {
  const { client } = await app.customer()
  const photo = await client.photos.enhance({
    image: new Uint8Array(await dishPhoto({ width: WIDTH, height: HEIGHT })),
    formats: ['square', 'original'],
    upscale: false,
  })
  const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: WIDTH, height: HEIGHT })))
  const relit = await client.images.relight({ image_url: url })
  const said = new Map([
    [photo.id, photo.faithfulness],
    [relit.id, 'retouch'],
  ])
  expect((await client.photos.get(photo.id)).faithfulness).toBe(photo.faithfulness)
  for (const { id, faithfulness } of (await client.account.generations()).items) expect(faithfulness).toBe(said.get(id))
  for (const { photo_id, faithfulness } of (await client.me.images()).items)
    expect(faithfulness).toBe(said.get(photo_id))
  const files = await Promise.all(Object.values(photo.enhanced).map((file) => bytesAt(String(file))))
  expect(files).toHaveLength(2)
  expect(await sourceTypes(files)).toEqual(files.map(() => 'algorithmicallyEnhanced'))
})

describe('a generated picture', () => {
  const marked = async () =>
    upload(
      await sharp(await dishPhoto({ width: WIDTH, height: HEIGHT }))
        .withXmp(xmpPacket('trainedAlgorithmicMedia', {}))
        .jpeg()
        .toBuffer(),
    )

  test('stays marked as generated after every operation', async () => {
    const wish = { image_url: await marked() }
    const { client } = customer
    // Masks and matched photos are not that picture, and pictures from words and of words alone are made of none.
    const others = ['smart-layers', 'match', 'generate', 'generate-v2', 'asset']
    const ways = Object.keys(WAYS).filter((way) => !others.includes(way))
    const [files, makers]: [Buffer[], string[]] = [[], []]
    for (const way of ways) {
      for (const { files: made } of (await WAYS[way]?.(client, wish)) ?? []) {
        files.push(...(await Promise.all(made.map(bytesAt))))
        makers.push(...made.map(() => way))
      }
    }
    expect(new Set(makers)).toEqual(new Set(ways))
    const found = await sourceTypes(files)
    expect(makers.filter((_, i) => found[i] !== 'trainedAlgorithmicMedia')).toEqual([])
  })

  test('does not count as a photo for a platform after an enhance', async () => {
    const { client } = customer
    const { enhanced_url } = await client.images.enhance({ image_url: await marked() })
    await expect(client.exports.platform({ image_url: enhanced_url, platform: 'zomato.item' })).rejects.toMatchObject({
      code: 'platform_forbids_generated',
    })
  })
})
