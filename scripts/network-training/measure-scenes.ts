import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import type { Network, NetworkUse } from '@platelight/imaging/network-port.ts'
import { cropMask } from '@platelight/imaging/raster/masks/crop-mask.ts'
import { resizeMask } from '@platelight/imaging/raster/masks/resize-mask.ts'
import type { SoftMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { detectWithMaps } from '@platelight/imaging/segmentation/detector/detect-objects.ts'
import { type Evidence, inferByEvidence } from '@platelight/imaging/segmentation/detector/infer-by-evidence.ts'
import { inferSaliency } from '@platelight/imaging/segmentation/detector/infer-saliency.ts'
import { gatherFoodEvidence, subjectPart } from '@platelight/imaging/segmentation/layers/food-evidence.ts'
import { inferMask } from '@platelight/imaging/segmentation/mask/infer-mask.ts'
import sharp from 'sharp'
import { realNetworks } from '#server-testing/networks'
import { type HandDrawnMask, paintMask } from '../bench/quality/hand-drawn-masks.ts'
import { drawnPhotos } from './drawn-photos.ts'
import { subjectCopy } from './subject-copy.ts'

/** Side of the masks that the network learns. */
const SIDE = 256
/** Channels of the planes in what the network judges by, and of the detector's heat maps after them. */
const PLANES = 6 * 64
const HEAT_MAPS = 80
/** A byte stands for a share, or for this part of a value of the detector's inner maps. */
const SHARE = 255
const INNER = 40

/** Whether the network learns where the dish with its ware is, or where the food of a known dish is. */
type Subject = 'ware' | 'food'

interface Job {
  readonly name: string
  /** The mask of the dish is of the picture's size; that of the target, of any. */
  load(): Promise<{ readonly picture: Pixels; readonly dish?: Uint8Array; readonly target: SoftMask }>
}

type Predictors = Readonly<Record<'cutout' | 'detector' | 'saliency', Network>>

/**
 * Writes what a network judges by, and what it should answer, as bytes: a file for each photo that a mask was drawn on and
 * for each scene made of them.
 */
async function measureScenes(
  { photos, scenes, out }: Record<'photos' | 'scenes' | 'out', string>,
  subject: Subject,
): Promise<void> {
  mkdirSync(out, { recursive: true })
  const networks = realNetworks()
  const found = async (use: NetworkUse): Promise<Network> => {
    const network = await networks.find(use)
    if (!network) throw new Error(`no network for ${use} is installed`)
    return network
  }
  const predictors = {
    cutout: await found('cutout'),
    detector: await found('detect'),
    saliency: await found('saliency'),
  }
  const measure = subject === 'food' ? measureFood : measureWare
  for (const { name, load } of [...photoJobs(photos, subject), ...sceneJobs(scenes, subject)]) {
    const path = join(out, `${name}.evidence`)
    if (existsSync(path)) continue
    const { packed, target } = await measure(await load(), predictors)
    const bytes = Uint8Array.from(packed, (value, i) => Math.round(value * factorAt(i)))
    writeFileSync(`${path}.part`, Buffer.concat([bytes, await resizeMask(target, { width: SIDE, height: SIDE })]))
    renameSync(`${path}.part`, path)
    process.stdout.write(`${name}\n`)
  }
  await networks.close()
}

type Loaded = Awaited<ReturnType<Job['load']>>

async function measureWare({ picture, target }: Loaded, { cutout, detector, saliency }: Predictors) {
  const looks = [await inferMask(picture, cutout, 256), await inferMask(picture, cutout, 512)] as const
  const { maps } = await detectWithMaps(picture, detector)
  return { packed: await packed(picture, { masks: [...looks, await inferSaliency(picture, saliency)], maps }), target }
}

async function measureFood({ picture, dish = new Uint8Array(), target }: Loaded, predictors: Predictors) {
  const [alone, whole] = [await subjectPart(picture, dish, 'rim'), await subjectPart(picture, dish, 'photo')]
  if (!alone || !whole) throw new Error('a scene without a dish')
  const evidence = await gatherFoodEvidence({ alone, whole }, predictors)
  if (!evidence) throw new Error('the detector gives other maps than those of training')
  return { packed: await packed(whole.picture, evidence), target: cropMask(target, whole.box, picture) }
}

/** The input that a network would get. */
async function packed(picture: Pixels, evidence: Evidence): Promise<Float32Array> {
  let input = new Float32Array()
  const recorder: Network = {
    engine: 'recorder',
    run: async ({ data }) => {
      input = new Float32Array(data)
      return { data: new Float32Array(1), dims: [1, 1, 1, 1] }
    },
  }
  await inferByEvidence(picture, evidence, recorder)
  return input
}

const factorAt = (index: number): number => (index < (PLANES + HEAT_MAPS) * 1024 ? SHARE : INNER)

const photoJobs = (folder: string, subject: Subject): Job[] =>
  drawnPhotos(folder).map(({ name, bytes, mask }) => ({
    name: `photo-${mask.half}-${name}`,
    load: async () => {
      const picture = await subjectCopy(await decodeImage(bytes))
      const { width, height } = picture
      const painted = async (shapes: HandDrawnMask['dish']): Promise<SoftMask> => {
        return { alpha: await paintMask(shapes, picture), width, height }
      }
      const dish = await painted(mask.dish)
      return { picture, dish: dish.alpha, target: subject === 'food' ? await painted(mask.food) : dish }
    },
  }))

const sceneJobs = (folder: string, subject: Subject): Job[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jpg'))
    .sort()
    .map((file) => ({
      name: file.replace('.jpg', ''),
      load: async () => {
        const plane = (kind: string) => readPlane(join(folder, file.replace('.jpg', `.${kind}.png`)))
        const picture = await decodeImage(readFileSync(join(folder, file)))
        const target = await plane('mask')
        return subject === 'food' ? { picture, target, dish: (await plane('subject')).alpha } : { picture, target }
      },
    }))

async function readPlane(path: string): Promise<SoftMask> {
  const { data, info } = await sharp(readFileSync(path)).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  return { alpha: data, width: info.width, height: info.height }
}

const [photos, scenes, out, food] = process.argv.slice(2)
if (!photos || !scenes || !out) throw new Error('usage: measure-scenes PHOTOS SCENES OUT [food]')
await measureScenes({ photos, scenes, out }, food === 'food' ? 'food' : 'ware')
