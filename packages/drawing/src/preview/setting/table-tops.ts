import type { SKRSContext2D } from '@napi-rs/canvas'
import type { SeededRandom } from '../seeded-random.ts'

/** What a dish stands on. */
export type TableTop = 'wood' | 'dark wood' | 'marble' | 'slate' | 'linen' | 'concrete' | 'tile' | 'plain'

/** The colours of a table: its ground and what is drawn on it. */
const GROUNDS: Readonly<Record<TableTop, readonly [ground: string, line: string, light: string]>> = {
  wood: ['#9d7a58', '#6b4a2e', '#bd9c78'],
  'dark wood': ['#4b3223', '#241509', '#6f4e37'],
  marble: ['#e9e6e1', '#a9a49d', '#fbfaf8'],
  slate: ['#3b3f43', '#23262a', '#565c61'],
  linen: ['#d8cdb9', '#b3a58b', '#eee6d8'],
  concrete: ['#a9a59e', '#827e78', '#c4c0b9'],
  tile: ['#dfe5e4', '#a9b9b8', '#f4f8f7'],
  plain: ['#cbb9a2', '#b09c82', '#ddccb6'],
}

/** Shades of a colour from the prompt, in the order of a ground's colours. */
function shadesOf(colour: string): readonly [string, string, string] {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16)
  const shade = (by: number, up: number) => `rgb(${[1, 3, 5].map((at) => Math.round(part(at) * by + up)).join(',')})`
  return [colour, shade(0.72, 0), shade(0.8, 48)]
}

/**
 * Draws a table top as seen by the camera, without light and shadow.
 *
 * @param unit pixels a world unit
 * @param tilt how much the table is foreshortened, 1 from straight above
 */
export function drawTableTop(
  context: SKRSContext2D,
  size: { width: number; height: number },
  top: TableTop,
  colour: string | undefined,
  unit: number,
  tilt: number,
  random: SeededRandom,
): void {
  const [ground, line, light] = colour ? shadesOf(colour) : GROUNDS[top]
  const { width, height } = size
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.save()
  context.translate(width / 2, height / 2)
  context.scale(unit, unit * tilt)
  const room = { x: width / unit / 2 + 0.1, y: height / (unit * tilt) / 2 + 0.1 }
  const draw = DRAWINGS[top]
  draw({ context, room, line, light, random })
  context.restore()
}

interface Ground {
  readonly context: SKRSContext2D
  readonly room: { x: number; y: number }
  readonly line: string
  readonly light: string
  readonly random: SeededRandom
}

/** Boards with their grain along x, each a little lighter or darker than the next. */
function boards({ context, room, line, light, random }: Ground): void {
  const board = 0.62
  for (let y = -room.y - random.next() * board; y < room.y; y += board) {
    context.globalAlpha = random.between(0.02, 0.22)
    context.fillStyle = random.next() < 0.5 ? line : light
    context.fillRect(-room.x, y, 2 * room.x, board)
    for (let k = 0; k < 26; k++) {
      const at = y + random.next() * board
      const [bend, phase] = [random.around() * 0.02, random.next() * 7]
      context.globalAlpha = random.between(0.05, 0.3)
      context.strokeStyle = random.next() < 0.7 ? line : light
      context.lineWidth = random.between(0.002, 0.009)
      context.beginPath()
      for (let x = -room.x; x <= room.x + 0.2; x += 0.2) {
        const wave = at + Math.sin(x * 1.3 + phase) * bend + Math.sin(x * 3.1 + phase * 2) * bend * 0.4
        if (x === -room.x) context.moveTo(x, wave)
        else context.lineTo(x, wave)
      }
      context.stroke()
    }
    context.globalAlpha = 0.75
    context.fillStyle = line
    context.fillRect(-room.x, y - 0.006, 2 * room.x, 0.011)
  }
}

function veins({ context, room, line, light, random }: Ground): void {
  clouds({ context, room, line, light, random }, 22, 0.14)
  for (let vein = 0; vein < 11; vein++) {
    let [x, y] = [random.between(-room.x, room.x), random.between(-room.y, room.y)]
    let angle = -0.6 + random.around() * 0.5
    context.strokeStyle = line
    for (let step = 0; step < 46; step++) {
      context.globalAlpha = random.between(0.08, 0.4)
      context.lineWidth = random.between(0.002, 0.013)
      context.beginPath()
      context.moveTo(x, y)
      angle += random.around() * 0.25
      x += Math.cos(angle) * 0.07
      y += Math.sin(angle) * 0.07
      context.lineTo(x, y)
      context.stroke()
    }
  }
}

function clouds({ context, room, line, light, random }: Ground, count: number, strength: number): void {
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [random.between(-room.x, room.x), random.between(-room.y, room.y), random.between(0.2, 0.9)]
    const gradient = context.createRadialGradient(x, y, 0, x, y, r)
    gradient.addColorStop(0, random.next() < 0.5 ? line : light)
    gradient.addColorStop(1, 'rgba(0,0,0,0)')
    context.globalAlpha = random.between(0.3, 1) * strength
    context.fillStyle = gradient
    context.fillRect(x - r, y - r, 2 * r, 2 * r)
  }
}

function flecks(ground: Ground, count: number): void {
  const { context, room, line, light, random } = ground
  clouds(ground, 26, 0.2)
  for (let i = 0; i < count; i++) {
    context.globalAlpha = random.between(0.08, 0.4)
    context.fillStyle = random.next() < 0.6 ? line : light
    const long = random.between(0.004, 0.016)
    context.fillRect(
      random.between(-room.x, room.x),
      random.between(-room.y, room.y),
      long,
      long * random.between(0.4, 1),
    )
  }
}

function scratches(ground: Ground): void {
  const { context, room, line, light, random } = ground
  flecks(ground, 500)
  for (let i = 0; i < 60; i++) {
    const [x, y] = [random.between(-room.x, room.x), random.between(-room.y, room.y)]
    context.globalAlpha = random.between(0.06, 0.25)
    context.strokeStyle = random.next() < 0.5 ? light : line
    context.lineWidth = random.between(0.002, 0.006)
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + random.between(0.1, 0.7), y + random.around() * 0.1)
    context.stroke()
  }
}

function threads({ context, room, line, light, random }: Ground): void {
  const gap = 0.021
  context.lineWidth = gap * 0.5
  for (const [along, across, upright] of [
    [room.x, room.y, false],
    [room.y, room.x, true],
  ] as const) {
    for (let at = -across; at < across; at += gap) {
      context.globalAlpha = random.between(0.04, 0.26)
      context.strokeStyle = random.next() < 0.5 ? line : light
      context.beginPath()
      if (upright) {
        context.moveTo(at, -along)
        context.lineTo(at, along)
      } else {
        context.moveTo(-along, at)
        context.lineTo(along, at)
      }
      context.stroke()
    }
  }
}

function tiles(ground: Ground): void {
  const { context, room, line, light, random } = ground
  const side = 0.7
  for (let y = -Math.ceil(room.y / side) * side; y < room.y; y += side) {
    for (let x = -Math.ceil(room.x / side) * side; x < room.x; x += side) {
      context.globalAlpha = random.between(0, 0.2)
      context.fillStyle = random.next() < 0.5 ? line : light
      context.fillRect(x, y, side, side)
      context.globalAlpha = 0.6
      context.strokeStyle = line
      context.lineWidth = 0.016
      context.strokeRect(x, y, side, side)
    }
  }
}

const DRAWINGS: Readonly<Record<TableTop, (ground: Ground) => void>> = {
  wood: boards,
  'dark wood': boards,
  marble: veins,
  slate: scratches,
  linen: threads,
  concrete: (ground) => flecks(ground, 900),
  tile: tiles,
  plain: (ground) => clouds(ground, 14, 0.1),
}
