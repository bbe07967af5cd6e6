import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { makeAnalysisCopy } from '@platelight/imaging/raster/scaling/analysis-copy.ts'
import { measureTraits, medianTraits } from '@platelight/imaging/retouch/consistency/photo-traits.ts'
import { applyVibrance } from '@platelight/imaging/retouch/vibrance.ts'
import { PRESETS } from '@platelight/imaging/tone/enhance-presets.ts'
import sharp from 'sharp'
import { enhancePhoto, matchWork } from '#server-testing/works'
import { autoLevelled } from '../../image-magick.ts'
import { fall, measurePhotos, SPOILINGS } from '../../speed/restore-row.ts'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { withoutFaults } from '../light-trials.ts'
import type { Check, Quality } from '../quality-check.ts'

const SIDE = 640
/** Spread between the channels, in codes, above which a colour looks like neon in print and on a phone. */
const NEON = 225
/** The number of photos that are matched to one another. */
const MENU = 6

const small = async (file: string): Promise<Pixels> => makeAnalysisCopy(await decodeImage(readFileSync(file)), SIDE)
const encoded = ({ data, width, height, channels }: Pixels) =>
  sharp(data, { raw: { width, height, channels } }).png().toBuffer()
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean luma and mean spread between the channels. */
const appearanceOf = ({ data }: Pixels) => {
  let [luma, spread, neon] = [0, 0, 0]
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = [data[i] as number, data[i + 1] as number, data[i + 2] as number]
    const here = Math.max(r, g, b) - Math.min(r, g, b)
    luma += 0.299 * r + 0.587 * g + 0.114 * b
    spread += here
    if (here > NEON) neon++
  }
  const count = data.length / 3
  return { luma: luma / count, spread: spread / count, neon: neon / count }
}

/** Restoring on photos that need nothing: what brings a dull photo into better light would count as an error there. */
const restoring = async (photos: readonly string[]): Promise<Check[]> => {
  const good = await withoutFaults(photos)
  const result = await measurePhotos(good)
  const judgedOn = `${good.length} of ${photos.length} photos, those without grey or tinted ware and without a dim dish`
  const rows = Object.entries(result.table)
  const peers = Object.keys(rows[0]?.[1] ?? {}).filter((name) => name !== 'spoilt' && name !== 'ours')
  const best = peers.toSorted((a, b) => fall(result, b) - fall(result, a))[0] ?? ''
  const lost = rows.filter(([, row]) => peers.some((peer) => (row[peer] ?? 0) < (row.ours ?? 0))).map(([name]) => name)
  const ours = fall(result, 'ours')
  const { deltaE, ssim } = result.untouched
  const pairs = Object.entries(result.pairs).toSorted(([, a], [, b]) => a - b)
  return [
    {
      what: `enhance: ${rows.length} spoilings put right, mean CIEDE2000`,
      target: 'falls by at least 50 %, every row better than each peer',
      ours: `falls by ${(100 * ours).toFixed(1)} %`,
      peer: `${best} ${(100 * fall(result, best)).toFixed(1)} %`,
      met: ours >= 0.5 && lost.length === 0,
      note: `${judgedOn}; ${lost.length > 0 ? `a peer is better at: ${lost.join(', ')}` : 'better than each peer in every row'}`,
    },
    {
      what: 'enhance: a good photo left alone',
      target: 'mean CIEDE2000 at most 3, SSIM of luma at least 0.95',
      ours: `${deltaE.toFixed(2)}, ${ssim.toFixed(3)}`,
      peer: '',
      met: deltaE <= 3 && ssim >= 0.95,
      note: `preset balanced; ${judgedOn}`,
    },
    {
      what: 'enhance: presets differ from each other',
      target: 'each pair by a mean CIEDE2000 of at least 2',
      ours: `least ${pairs[0]?.[1].toFixed(2)}`,
      peer: '',
      met: (pairs[0]?.[1] ?? 0) >= 2,
      note: `nearest: ${pairs[0]?.[0] ?? ''}`,
    },
  ]
}

const directions = async (photos: readonly string[], into: string): Promise<Check> => {
  const appearances: Record<string, ReturnType<typeof appearanceOf>[]> = {}
  const rows: Cell[][] = []
  for (const photo of photos) {
    const file = await encoded(await small(photo))
    const row: Cell[] = [{ bytes: file, caption: basename(photo) }]
    for (const { id } of PRESETS) {
      const params = { preset: id, formats: ['original' as const], upscale: false, format: 'png' as const }
      const bytes = (await enhancePhoto(file, params, DEFAULT_LIMITS)).outputs[0]?.bytes ?? file
      appearances[id] = [...(appearances[id] ?? []), appearanceOf(await decodeImage(bytes))]
      row.push({ bytes, caption: id })
    }
    rows.push(row)
  }
  for (let first = 0; first < rows.length; first += 6)
    await writeSheet(join(into, `presets-${first / 6 + 1}.jpg`), rows.slice(first, first + 6))
  const of = (id: string, trait: 'luma' | 'spread') => meanOf((appearances[id] ?? []).map((one) => one[trait]))
  const brighter = of('delivery-optimized', 'luma') - of('balanced', 'luma')
  const livelier = of('social-media', 'spread') / of('balanced', 'spread')
  const calmer = of('print-ready', 'spread') / of('balanced', 'spread')
  return {
    what: 'enhance: presets in the direction of their names',
    target: 'delivery brighter, social more vivid, print calmer than balanced',
    ours: `+${brighter.toFixed(1)} luma, ${livelier.toFixed(2)}x and ${calmer.toFixed(2)}x colour`,
    peer: '',
    met: brighter > 0 && livelier > 1 && calmer < 1,
    note: 'means over the photos',
  }
}

/** Colour at full strength, compared with a plain saturation to the same mean colour. */
const colours = async (photos: readonly string[], into: string): Promise<Check> => {
  const [ours, peer, before]: number[][] = [[], [], []]
  const rows: Cell[][] = []
  for (const photo of photos) {
    const original = await small(photo)
    const lively: Pixels = { ...original, data: Uint8Array.from(original.data) }
    applyVibrance(lively, await makeAnalysisCopy(original), 1)
    const wanted = appearanceOf(lively).spread / Math.max(1, appearanceOf(original).spread)
    const file = await encoded(original)
    const plain = await sharp(file).modulate({ saturation: wanted }).png().toBuffer()
    before?.push(appearanceOf(original).neon)
    ours?.push(appearanceOf(lively).neon)
    peer?.push(appearanceOf(await decodeImage(plain)).neon)
    const captions = [basename(photo), 'enhance-colors, strength 1', 'sharp modulate, as much colour']
    rows.push([file, await encoded(lively), plain].map((bytes, i) => ({ bytes, caption: captions[i] as string })))
  }
  for (let first = 0; first < rows.length; first += 6)
    await writeSheet(join(into, `colours-${first / 6 + 1}.jpg`), rows.slice(first, first + 6))
  const percent = (values: number[] = []) => 100 * meanOf(values)
  return {
    what: `enhance-colors: pixels beyond a spread of ${NEON} codes, strength 1`,
    target: 'at most 0.5 % more than the photo has, and fewer than plain saturation',
    ours: `${percent(ours).toFixed(2)} %`,
    peer: `sharp modulate ${percent(peer).toFixed(2)} %`,
    met: percent(ours) - percent(before) <= 0.5 && percent(ours) <= percent(peer),
    note: `the photos have ${percent(before).toFixed(2)} %; the peer at the same mean colour`,
  }
}

type Light = (data: Uint8Array) => Uint8Array

/** Photos of one menu in different lights: their differences in light before and after. */
const consistency = async (photos: readonly string[], into: string): Promise<Check> => {
  const lights = ['1.5 stops under', '3000 K, half adapted', '12000 K'].map((name) => SPOILINGS[name] as Light)
  const spread = async (files: readonly Uint8Array[]) => {
    const all = await Promise.all(
      files.map(async (file) => measureTraits(await makeAnalysisCopy(await decodeImage(file)), undefined)),
    )
    const middle = medianTraits(all)
    return {
      light: meanOf(all.map((one) => Math.abs(one.light - middle.light))),
      colour: meanOf(all.map((one) => Math.hypot(one.red - middle.red, one.blue - middle.blue))),
    }
  }
  const [before, after, peer]: Awaited<ReturnType<typeof spread>>[][] = [[], [], []]
  for (let first = 0; first < photos.length; first += MENU) {
    const files = await Promise.all(
      photos.slice(first, first + MENU).map(async (photo, i) => {
        const pixels = await small(photo)
        const spoil = lights[i % (lights.length + 1)]
        return encoded(spoil ? { ...pixels, data: spoil(pixels.data) } : pixels)
      }),
    )
    if (files.length < 2) continue
    const params = { image_urls: files.map((_, i) => String(i)), format: 'png' as const }
    const made = await matchWork(files, params, { limits: DEFAULT_LIMITS, networks: NO_NETWORKS })
    const results = made.outputs.map(({ bytes }) => bytes)
    const levelled = files.map((file) => autoLevelled(file))
    before?.push(await spread(files))
    after?.push(await spread(results))
    if (levelled.every((one) => one !== undefined)) peer?.push(await spread(levelled as Uint8Array[]))
    const cells = (list: readonly Uint8Array[], caption: string) => list.map((bytes) => ({ bytes, caption }))
    await writeSheet(join(into, `menu-${first / MENU + 1}.jpg`), [cells(files, 'as taken'), cells(results, 'matched')])
  }
  const of = (list: typeof before = [], trait: 'light' | 'colour') => meanOf(list.map((one) => one[trait]))
  const traits = ['light', 'colour'] as const
  const isNear = traits.every((trait) => of(after, trait) <= 0.6 * of(before, trait))
  const lost = peer?.length ? traits.filter((trait) => of(peer, trait) < of(after, trait)) : []
  return {
    what: 'menu-consistency: photos in four lights, spread of the light and of its colour',
    target: 'both at most 60 % of what they were, and less than with the peer',
    ours: `${of(before, 'light').toFixed(2)} > ${of(after, 'light').toFixed(2)} stops, ${of(before, 'colour').toFixed(2)} > ${of(after, 'colour').toFixed(2)} colour`,
    peer: peer?.length
      ? `ImageMagick -auto-level ${of(peer, 'light').toFixed(2)} stops, ${of(peer, 'colour').toFixed(2)} colour`
      : '',
    met: isNear && lost.length === 0,
    note: `${MENU} photos a menu, without a reference; moves are bounded${lost.length > 0 ? `; the peer is nearer in ${lost.join(' and ')}` : ''}`,
  }
}

/** Enhancing, its presets, colours, and the photos of a menu. */
export const enhanceQuality: Quality = async ({ photos, into }) => [
  ...(await restoring(photos)),
  await directions(photos, into),
  await colours(photos, into),
  await consistency(photos, into),
]
