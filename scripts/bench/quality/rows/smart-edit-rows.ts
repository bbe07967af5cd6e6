import { readFileSync } from 'node:fs'
import { encodeLight, LINEAR } from '@platelight/imaging/colour/linear-light.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { correctFaults, hasNoFaults } from '@platelight/imaging/retouch/correct-faults.ts'
import type { PhotoFaults } from '@platelight/imaging/retouch/photo-faults.ts'
import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import sharp from 'sharp'
import { checksumOf, type HandDrawnMask, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'

const SIDE = 1024

interface Fault {
  readonly name: string
  readonly spoil: (pixels: Pixels) => Pixels | Promise<Pixels>
  readonly isFound: (faults: PhotoFaults) => boolean
}

/** The photo in other light: factors on linear red, green and blue. */
const inLight =
  (...gains: readonly [number, number, number]) =>
  (pixels: Pixels): Pixels => ({
    ...pixels,
    data: pixels.data.map((code, i) =>
      Math.round(255 * encodeLight(Math.min(1, (LINEAR[code] ?? 0) * (gains[i % 3] ?? 1)))),
    ),
  })

const veiled = (pixels: Pixels): Pixels => ({
  ...pixels,
  data: pixels.data.map((code) => Math.round(0.62 * code + 80)),
})

const blurred = async (pixels: Pixels): Promise<Pixels> => {
  const { data, width, height } = pixels
  const soft = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(3)
    .raw()
    .toBuffer()
  return { ...pixels, data: soft }
}

const FAULTS: readonly Fault[] = [
  { name: '1.5 stops dark', spoil: inLight(0.354, 0.354, 0.354), isFound: ({ stops, dim }) => stops > 0 || dim },
  { name: '2.5 stops dark', spoil: inLight(0.177, 0.177, 0.177), isFound: ({ stops, dim }) => stops > 0 || dim },
  { name: 'blue light', spoil: inLight(0.78, 1, 1.55), isFound: ({ cast, bluish }) => cast === 'cool' || bluish },
  { name: 'orange light', spoil: inLight(1.3, 1, 0.5), isFound: ({ cast }) => cast === 'warm' },
  { name: 'veil', spoil: veiled, isFound: ({ hazy }) => hazy },
  { name: 'blur', spoil: blurred, isFound: ({ soft }) => soft !== undefined },
]

type Half = HandDrawnMask['half']

interface Counts {
  hits: number
  alarms: number
  good: number
  photos: number
}

/** Spoils photos in known ways and counts which faults are found, and which are found in the photos as they came. */
export const smartEditQuality: Quality = async ({ photos }) => {
  const drawn = readHandDrawnMasks()
  const counts = new Map<string, Counts>()
  for (const path of photos) {
    const file = readFileSync(path)
    const mask = drawn.get(checksumOf(file))
    if (!mask) continue
    const photo = await readSmall(file)
    const { width, height } = photo
    const alpha = await paintMask(mask.dish, photo)
    const subject: Subject = { alpha, width, height, confidence: 1, engine: 'drawn' }
    const asItCame = await faultsOf(photo, subject)
    for (const { name, spoil, isFound } of FAULTS) {
      const faults = await faultsOf(await spoil(photo), subject)
      const count = counts.get(`${mask.half} ${name}`) ?? { hits: 0, alarms: 0, good: 0, photos: 0 }
      count.photos++
      if (isFound(faults)) count.hits++
      if (isFound(asItCame)) count.alarms++
      if (hasNoFaults(faults) && !faults.bluish && !faults.soft) count.good++
      counts.set(`${mask.half} ${name}`, count)
    }
  }
  return (['judged', 'fitted'] as const).flatMap((half) => FAULTS.flatMap(({ name }) => checkOf(half, name, counts)))
}

const readSmall = async (file: Uint8Array): Promise<Pixels> => {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: 3 }
}

/** The edit works in place, so it gets a copy. */
const faultsOf = async (pixels: Pixels, subject: Subject): Promise<PhotoFaults> =>
  (await correctFaults({ ...pixels, data: Uint8Array.from(pixels.data) }, subject)).findings

function checkOf(half: Half, name: string, counts: ReadonlyMap<string, Counts>): Check[] {
  const count = counts.get(`${half} ${name}`)
  if (!count) return []
  const { hits, alarms, good, photos } = count
  return [
    {
      what: `smart-edit, ${half === 'judged' ? 'never fitted' : 'fitted'}: ${name} is found`,
      target: '>= 85 %, and none called good',
      ours: `${hits} of ${photos}, ${good} called good`,
      peer: '',
      met: hits >= 0.85 * photos && good === 0,
      note: `said of ${alarms} of ${photos} as they came`,
    },
  ]
}
