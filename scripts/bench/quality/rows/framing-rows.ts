// The quality of crops: how much of the dish is inside each shot, compared with what sharp offers for the same crops. The
// dish is that of the mask drawn by hand, and where none was drawn, the subject as the cut-out network with whole plates sees
// it. Without the network there is no row.

import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { chooseFrame, type DishLocation, type Framing } from '@platelight/imaging/framing/choose-frame.ts'
import { WHOLE_DISH } from '@platelight/imaging/framing/frame-rules.ts'
import { locateBySubject, locateDish } from '@platelight/imaging/framing/locate-dish.ts'
import { renderShots } from '@platelight/imaging/framing/render-shots.ts'
import { shareInside } from '@platelight/imaging/framing/share-inside.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { makeAnalysisCopy } from '@platelight/imaging/raster/scaling/analysis-copy.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import sharp from 'sharp'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { checksumOf, HALVES, type Half, halfOf, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'
import { rememberingNetworks } from '../remembering-networks.ts'

const SHOTS = ['square', 'portrait', 'landscape'] as const
const PEERS = ['centre', 'attention', 'entropy'] as const
/** A subject with less confidence cannot serve as the judge. */
const LEAST_CONFIDENCE = 0.3
/** The crops of the peers are computed on a copy with this many pixels. */
const PEER_SIDE = 1024
const ROWS = 6

interface Judged {
  readonly name: string
  readonly half: Half
  readonly shot: string
  readonly framing: Framing
  /** The share of the judge's subject, 0–1. */
  readonly inside: number
  readonly peers: Readonly<Record<(typeof PEERS)[number], number>>
}

/** The crop of the same shape by sharp. */
async function peerWindow(pixels: Pixels, centred: Box, peer: (typeof PEERS)[number]): Promise<Box> {
  if (peer === 'centre') return centred
  const scale = Math.min(1, PEER_SIDE / Math.max(pixels.width, pixels.height))
  const whole = { width: Math.round(pixels.width * scale), height: Math.round(pixels.height * scale) }
  const ratio = centred.width / centred.height
  const size = {
    width: Math.min(whole.width, Math.round(whole.height * ratio)),
    height: Math.min(whole.height, Math.round(whole.width / ratio)),
  }
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const copy = await sharp(pixels.data, { raw }).removeAlpha().resize(whole).png().toBuffer()
  const { info } = await sharp(copy)
    .resize({ ...size, fit: 'cover', position: sharp.strategy[peer] })
    .toBuffer({ resolveWithObject: true })
  return {
    left: Math.abs(info.cropOffsetLeft ?? 0) / scale,
    top: Math.abs(info.cropOffsetTop ?? 0) / scale,
    width: size.width / scale,
    height: size.height / scale,
  }
}

const COLOURS = { square: [255, 255, 255], portrait: [255, 224, 0], landscape: [0, 224, 255] } as const
const RED = [255, 32, 32] as const

/** The photo with margins and the frames on it: square white, portrait yellow, landscape cyan, the subject red. */
async function drawn(
  pixels: Pixels,
  framings: readonly Framing[],
  where: DishLocation,
  caption: string,
): Promise<Cell> {
  const room = 80
  const scale = 400 / Math.max(pixels.width, pixels.height)
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const { data, info } = await sharp(pixels.data, { raw })
    .removeAlpha()
    .resize(400, 400, { fit: 'inside' })
    .extend({ top: room, bottom: room, left: room, right: room, background: '#202020' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const outline = ({ left, top, width, height }: Box, colour: readonly number[]): void => {
    const dot = (x: number, y: number) => {
      const [u, v] = [Math.round(x), Math.round(y)]
      if (u >= 0 && v >= 0 && u < info.width && v < info.height) data.set(colour, (v * info.width + u) * 3)
    }
    const [x0, y0] = [left * scale + room, top * scale + room]
    const [x1, y1] = [x0 + width * scale, y0 + height * scale]
    for (const inner of [0, 1]) {
      for (let x = x0; x <= x1; x++) for (const y of [y0 + inner, y1 - inner]) dot(x, y)
      for (let y = y0; y <= y1; y++) for (const x of [x0 + inner, x1 - inner]) dot(x, y)
    }
  }
  framings.forEach(({ window }, i) => {
    outline(window, COLOURS[SHOTS[i] ?? 'square'])
  })
  if (where.dish) outline(where.dish, RED)
  const bytes = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
  return { bytes, caption }
}

async function made(pixels: Pixels, where: DishLocation, framings: readonly Framing[]): Promise<Cell[]> {
  const shotOf = await renderShots(pixels, where, framings)
  return Promise.all(
    framings.map(async (framing, i) => {
      const { pixels: shot, crop } = await shotOf(framing)
      const raw = { width: shot.width, height: shot.height, channels: shot.channels }
      const bytes = await sharp(shot.data, { raw }).extract(crop).resize(560, 560, { fit: 'inside' }).png().toBuffer()
      const what = framing.insets ? 'extended' : framing.dishInside ? 'crop' : `cut, said: ${framing.inside.toFixed(3)}`
      return { bytes, caption: `${SHOTS[i]}: ${what}` }
    }),
  )
}

/** Chooses the shots of every photo with the given networks, and compares them with the subject. */
export const framing =
  ({ networks: given }: { networks: Networks }): Quality =>
  async ({ photos, into }) => {
    if (!(await given.find('cutout'))) return []
    const memory = rememberingNetworks(given)
    const { networks } = memory
    const judged: Judged[] = []
    const rows: Cell[][] = []
    const doubtful: string[] = []
    const asked = { once: 0, again: 0 }
    const masks = readHandDrawnMasks()
    for (const file of photos) {
      const name = basename(file, extname(file))
      const bytes = await readFile(file)
      const pixels = await decodeImage(bytes)
      memory.forget()
      const subject = await findSubject(pixels, networks)
      const before = memory.asked()
      const hand = masks.get(checksumOf(bytes))
      const truth = hand && { ...subject, alpha: await paintMask(hand.dish, subject), confidence: 1 }
      const judge = locateBySubject(pixels, truth ?? subject)
      const half = halfOf(hand)
      const where = await locateDish(pixels, await makeAnalysisCopy(pixels), SHOTS, networks)
      const runs = memory.asked() - before
      if (runs > 0) asked.once++
      if (runs > 1) asked.again++
      const framings = SHOTS.map((shot) => chooseFrame(pixels, where, shot))
      rows.push([
        await drawn(pixels, framings, judge, `${name}: by ${where.by} ${where.confidence.toFixed(2)}`),
        ...(await made(pixels, where, framings)),
      ])
      const { dish } = judge
      if (!dish || (!truth && subject.confidence < LEAST_CONFIDENCE)) {
        doubtful.push(name)
        continue
      }
      for (const [i, shot] of SHOTS.entries()) {
        const framing = framings[i] as Framing
        const share = (window: Box) => shareInside(pixels, { ...judge, dish }, window)
        const peers = { centre: 0, attention: 0, entropy: 0 }
        for (const peer of PEERS) peers[peer] = share(await peerWindow(pixels, sized(pixels, shot), peer))
        judged.push({ name, half, shot, framing, inside: share(framing.window), peers })
      }
    }
    for (let i = 0; i < rows.length; i += ROWS) {
      await writeSheet(join(into, `framing-${i / ROWS + 1}.jpg`), rows.slice(i, i + ROWS), { width: 560, height: 560 })
    }
    return checks(judged, asked, photos.length, doubtful)
  }

/** The shape of a shot, in any size. */
const sized = (pixels: Pixels, shot: (typeof SHOTS)[number]): Box =>
  chooseFrame(pixels, { dish: undefined }, shot).window

function checks(
  judged: readonly Judged[],
  asked: { readonly once: number; readonly again: number },
  photos: number,
  doubtful: readonly string[],
): Check[] {
  return [
    ...HALVES.flatMap((half) => {
      const some = judged.filter((one) => one.half === half)
      return some.length > 0 ? [wholeCheck(half, some)] : []
    }),
    {
      what: 'framing: photos for which the network was asked',
      target: 'where colours leave a crop in doubt',
      ours: `${asked.once} of ${photos}, ${asked.again} on a larger square too`,
      peer: '',
      met: true,
      note: ['all three shots asked for', doubtful.length > 0 && `no judge: ${doubtful.join(', ')}`]
        .filter(Boolean)
        .join('; '),
    },
  ]
}

function wholeCheck(half: Judged['half'], judged: readonly Judged[]): Check {
  const isSaid = ({ framing }: Judged) => !framing.dishInside || framing.unsure === true
  const said = judged.filter(isSaid)
  const broken = judged.filter((one) => !isSaid(one) && one.inside < WHOLE_DISH)
  const whole = judged.filter(({ inside }) => inside >= WHOLE_DISH)
  const extended = judged.filter(({ framing }) => framing.insets)
  const worst = [...broken].sort((a, b) => a.inside - b.inside)[0]
  const kept = (peer: (typeof PEERS)[number]) => judged.filter(({ peers }) => peers[peer] >= WHOLE_DISH).length
  return {
    what: `framing, ${half}: subject ≥ 98 % inside, or the result says it is not`,
    target: 'every shot',
    ours: `${judged.length - broken.length} of ${judged.length}`,
    peer: PEERS.map((peer) => `${peer === 'centre' ? 'centre crop' : `sharp ${peer}`} ${kept(peer)}`).join(', '),
    met: broken.length === 0,
    note: [
      `${whole.length} whole, of which ${extended.length} extended, ${said.length} said to be cut, or that they may be`,
      worst && `worst: ${worst.name} ${worst.shot} ${worst.inside.toFixed(3)}`,
    ]
      .filter(Boolean)
      .join('; '),
  }
}
