import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import type { Network, NetworkUse } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { inferMask } from '@platelight/imaging/segmentation/mask/infer-mask.ts'
import { detectWithMaps } from '@platelight/imaging/segmentation/witness/detect-objects.ts'
import { inferSaliency } from '@platelight/imaging/segmentation/witness/infer-saliency.ts'
import { inferWare } from '@platelight/imaging/segmentation/witness/infer-ware.ts'
import sharp from 'sharp'
import { realNetworks } from '#server-testing/networks'
import { paintMask } from '../bench/quality/hand-drawn-masks.ts'
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

interface Job {
  readonly name: string
  load(): Promise<{ readonly picture: Pixels; readonly target: Uint8Array }>
}

/**
 * Writes what the ware network judges by, and what it should answer, as bytes: a file for each photo that a mask was drawn
 * on and for each scene made of them.
 */
async function measureScenes(photosFolder: string, scenesFolder: string, out: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const networks = realNetworks()
  const found = async (use: NetworkUse): Promise<Network> => {
    const network = await networks.find(use)
    if (!network) throw new Error(`no network for ${use} is installed`)
    return network
  }
  const [cutout, detector, saliency] = [await found('cutout'), await found('detect'), await found('saliency')]
  for (const { name, load } of [...photoJobs(photosFolder), ...sceneJobs(scenesFolder)]) {
    const path = join(out, `${name}.evidence`)
    if (existsSync(path)) continue
    const { picture, target } = await load()
    let packed = new Float32Array()
    const recorder: Network = {
      engine: 'recorder',
      run: async ({ data }) => {
        packed = new Float32Array(data)
        return { data: new Float32Array(1), dims: [1, 1, 1, 1] }
      },
    }
    const evidence = {
      looks: [await inferMask(picture, cutout, 256), await inferMask(picture, cutout, 512)] as const,
      saliency: await inferSaliency(picture, saliency),
      maps: (await detectWithMaps(picture, detector)).maps,
    }
    await inferWare(picture, evidence, recorder)
    const bytes = Uint8Array.from(packed, (value, i) => Math.round(value * factorAt(i)))
    writeFileSync(`${path}.part`, Buffer.concat([bytes, target]))
    renameSync(`${path}.part`, path)
    process.stdout.write(`${name}\n`)
  }
  await networks.close()
}

const factorAt = (index: number): number => (index < (PLANES + HEAT_MAPS) * 1024 ? SHARE : INNER)

const photoJobs = (folder: string): Job[] =>
  drawnPhotos(folder).map(({ name, bytes, mask }) => ({
    name: `photo-${mask.half}-${name}`,
    load: async () => ({
      picture: await subjectCopy(await decodeImage(bytes)),
      target: await paintMask(mask.dish, { width: SIDE, height: SIDE }),
    }),
  }))

const sceneJobs = (folder: string): Job[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jpg'))
    .sort()
    .map((file) => ({
      name: file.replace('.jpg', ''),
      load: async () => ({
        picture: await decodeImage(readFileSync(join(folder, file))),
        target: await sharp(readFileSync(join(folder, file.replace('.jpg', '.mask.png'))))
          .resize(SIDE, SIDE, { fit: 'fill' })
          .extractChannel(0)
          .raw()
          .toBuffer(),
      }),
    }))

const [photos, scenes, out] = process.argv.slice(2)
if (!photos || !scenes || !out) throw new Error('usage: measure-scenes PHOTOS SCENES OUT')
await measureScenes(photos, scenes, out)
