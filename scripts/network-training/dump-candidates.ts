import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import type { Inference, Network, Networks, Tensor } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { candidatesFor, STAGES, startSearch } from '@platelight/imaging/segmentation/subject-stages.ts'
import sharp from 'sharp'
import { realNetworks } from '#server-testing/networks'
import { type HandDrawnMask, overlapOf, paintMask } from '../bench/quality/hand-drawn-masks.ts'
import { drawnPhotos } from './drawn-photos.ts'
import { subjectCopy } from './subject-copy.ts'

/** Networks whose inferences are kept in a folder, so that the same picture costs them only once. */
function keptNetworks(networks: Networks, folder: string): Networks {
  mkdirSync(folder, { recursive: true })
  return {
    async find(use) {
      const network = await networks.find(use)
      return network && keptNetwork(network, folder)
    },
  }
}

const keptNetwork = (network: Network, folder: string): Network => ({
  ...network,
  async run(input) {
    const hash = createHash('sha1').update(network.engine)
    hash.update(new Uint8Array(input.data.buffer, input.data.byteOffset, input.data.byteLength))
    const path = join(folder, hash.digest('hex'))
    if (existsSync(`${path}.json`)) return read(path)
    const inference = await network.run(input)
    const tensors = [inference, ...(inference.further ?? [])]
    const bytes = tensors.map(({ data }) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    writeFileSync(`${path}.f32`, Buffer.concat(bytes))
    writeFileSync(`${path}.part`, JSON.stringify(tensors.map(({ dims }) => [...dims])))
    renameSync(`${path}.part`, `${path}.json`)
    return inference
  },
})

function read(path: string): Inference {
  const bytes = readFileSync(`${path}.f32`)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  let at = 0
  const tensors = (JSON.parse(readFileSync(`${path}.json`, 'utf8')) as number[][]).map((dims): Tensor => {
    const length = dims.reduce((product, dim) => product * dim, 1)
    at += length
    return { data: all.slice(at - length, at), dims }
  })
  const [first, ...further] = tensors as [Tensor, ...Tensor[]]
  return further.length > 0 ? { ...first, further } : first
}

/** Folds of the fitted photos, in the order of their names, as `train.py` makes them. */
const FOLDS = 3

/**
 * Writes a line for each photo that a mask was drawn on: its candidates with their features and their overlap with the
 * drawing. `fit_choice.py` fits the choice to them.
 *
 * @param members a folder with `m0.onnx` and so on, the member of each fold, and `mean.onnx`. A fitted photo is shown to the
 *   member that was not trained on it.
 * @param keptFolder where inferences are kept, so that a second run takes seconds a photo
 * @param ofFood as if the cut-out network had seen the drawn food and nothing else; only photos of which food was drawn
 */
async function dumpCandidates(
  { photos, members, keptFolder, out }: Record<'photos' | 'members' | 'keptFolder' | 'out', string>,
  ofFood: boolean,
): Promise<void> {
  writeFileSync(out, '')
  const shared = realNetworks()
  const kept = keptNetworks(shared, keptFolder)
  const member = (name: string) => realNetworks({ ware: join(members, `${name}.onnx`) })
  const folds = Array.from({ length: FOLDS }, (_, fold) => member(`m${fold}`))
  const mean = member('mean')
  let fitted = 0
  for (const { name, bytes, mask } of drawnPhotos(photos)) {
    const ware = mask.half === 'fitted' ? folds[fitted++ % FOLDS] : mean
    if (!ware || (ofFood && (mask.food.length === 0 || mask.half === 'judged'))) continue
    const small = await subjectCopy(await decodeImage(bytes))
    const candidates = await candidatesOf(small, {
      async find(use) {
        if (use === 'cutout' && ofFood) return foodNetwork(mask.food)
        return use === 'ware' ? ware.find(use) : kept.find(use)
      },
    })
    const [first] = candidates
    const truth = first && (await paintMask(mask.dish, first))
    const rows = candidates.map(({ source, features, bits }) => ({
      source,
      features,
      iou: truth
        ? overlapOf(
            bits.map((bit) => 255 * bit),
            truth,
          )
        : 0,
    }))
    appendFileSync(out, `${JSON.stringify({ name, half: mask.half, candidates: rows })}\n`)
    process.stdout.write(`${name}\n`)
  }
  for (const networks of [shared, mean, ...folds]) await networks.close()
}

/** A cut-out network that sees drawn food, with an edge about as soft as that of the real one. */
const foodNetwork = (food: HandDrawnMask['food']): Network => ({
  engine: 'drawn',
  anySize: true,
  async run({ dims }) {
    const side = dims[3] ?? 0
    const painted = await paintMask(food, { width: side, height: side })
    const soft = await sharp(painted, { raw: { width: side, height: side, channels: 1 } })
      .blur(side / 300)
      .toColourspace('b-w')
      .raw()
      .toBuffer()
    return { data: Float32Array.from(soft, (value) => value / 255), dims: [1, 1, side, side] }
  },
})

/** As the subject of a photo is found, up to the choice. */
async function candidatesOf(small: Pixels, networks: Networks) {
  let search = await startSearch({ small, opacity: undefined, sought: {}, networks })
  for (const stage of STAGES.slice(
    0,
    STAGES.findIndex(({ name }) => name === 'chooseCandidate'),
  )) {
    search = await stage(search)
  }
  return (await candidatesFor(search)).candidates
}

const [photos, members, keptFolder, out, food] = process.argv.slice(2)
if (!photos || !members || !keptFolder || !out) throw new Error('usage: dump-candidates PHOTOS MEMBERS KEPT OUT [food]')
await dumpCandidates({ photos, members, keptFolder, out }, food === 'food')
