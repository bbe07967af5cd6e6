import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas'
import type { Box, Part, Shape, Side } from '../drawing-list.ts'
import { fontOf } from '../fonts/font-book.ts'
import { rgbOf } from '../layout/colours.ts'

type Drawable = Image | Canvas

/** The pictures of an asset, decoded. */
export interface PaintedPictures {
  readonly pictures: readonly Drawable[]
  /** Dishes without their surroundings, by the position of their picture. */
  readonly cutOuts: ReadonlyMap<number, Drawable>
  readonly logo?: Drawable
}

/** What differs between pixels and print. */
export interface Painter {
  readonly context: SKRSContext2D
  /** The box in the units of the context. */
  place(box: Box): Box
  /** The same, reaching beyond the page where it ends at its border. */
  placeToEdge(box: Box): Box
  readonly scale: number
  text(shape: Extract<Shape, { kind: 'text' }>, draw: () => void): void
}

const rgba = (color: string, alpha: number) => `rgba(${rgbOf(color).join(', ')}, ${alpha})`

type PaintOf = {
  readonly [Kind in Shape['kind']]: (
    shape: Extract<Shape, { kind: Kind }>,
    painter: Painter,
    pictures: PaintedPictures,
  ) => void
}

const PAINT: PaintOf = {
  fill: ({ box, color, radius }, { context, placeToEdge, scale }) => {
    const { x, y, width, height } = placeToEdge(box)
    context.fillStyle = color
    context.beginPath()
    context.roundRect(x, y, width, height, Math.min((radius ?? 0) * scale, width / 2, height / 2))
    context.fill()
  },
  scrim: ({ box, color, alpha, side, solidFrom }, { context, placeToEdge }) => {
    const { x, y, width, height } = placeToEdge(box)
    const [left, top, right, bottom] = [x, y, x + width, y + height]
    const veil = context.createLinearGradient(...WAY[side](left, top, right, bottom))
    for (let step = 0; step <= VEIL_STEPS; step++) {
      const share = step / VEIL_STEPS
      // Eased, because the eye sees where a straight one begins.
      veil.addColorStop(share * solidFrom, rgba(color, alpha * share * share * (3 - 2 * share)))
    }
    veil.addColorStop(1, rgba(color, alpha))
    context.fillStyle = veil
    context.fillRect(x, y, width, height)
  },
  outline: ({ box, color, width: thickness }, { context, place, scale }) => {
    const { x, y, width, height } = place(box)
    context.strokeStyle = color
    context.lineWidth = thickness * scale
    context.strokeRect(x, y, width, height)
  },
  picture: ({ picture, part, box }, { context, placeToEdge }, { pictures }) =>
    drawPart(context, pictures[picture], part, placeToEdge(box)),
  'cut-out': ({ picture, box }, { context, place }, { cutOuts }) =>
    drawPart(context, cutOuts.get(picture), WHOLE, place(box)),
  logo: ({ box }, { context, place }, { logo }) => drawPart(context, logo, WHOLE, place(box)),
  text: (shape, { context, place, scale, text }) => {
    const { x, y } = place({ x: shape.x, y: shape.baseline, width: 0, height: 0 })
    text(shape, () => {
      context.font = fontOf(shape.font, shape.size * scale)
      context.direction = shape.direction
      context.textAlign = 'left'
      context.textBaseline = 'alphabetic'
      context.fillStyle = shape.color
      context.fillText(shape.text, x, y)
    })
  },
}

export function paintShape<One extends Shape>(shape: One, painter: Painter, pictures: PaintedPictures): void {
  const paint = PAINT[shape.kind] as (shape: One, painter: Painter, pictures: PaintedPictures) => void
  paint(shape, painter, pictures)
}

type Way = readonly [number, number, number, number]

/** Where a veil begins, and the side to which it goes. */
const WAY: Readonly<Record<Side, (left: number, top: number, right: number, bottom: number) => Way>> = {
  bottom: (_, top, __, bottom) => [0, top, 0, bottom],
  top: (_, top, __, bottom) => [0, bottom, 0, top],
  right: (left, _, right) => [left, 0, right, 0],
  left: (left, _, right) => [right, 0, left, 0],
}

const WHOLE: Part = { x: 0, y: 0, width: 1, height: 1 }
const VEIL_STEPS = 12

function drawPart(context: SKRSContext2D, picture: Drawable | undefined, part: Part, box: Box): void {
  if (!picture) throw new Error('the drawing list names a picture that there is not')
  // What reaches beyond the page shows a little less of the picture, so that nothing is stretched.
  const source = {
    x: part.x * picture.width,
    y: part.y * picture.height,
    width: part.width * picture.width,
    height: part.height * picture.height,
  }
  const width = Math.min(source.width, (source.height * box.width) / box.height)
  const height = Math.min(source.height, (source.width * box.height) / box.width)
  const from = { x: source.x + (source.width - width) / 2, y: source.y + (source.height - height) / 2 }
  context.drawImage(picture, from.x, from.y, width, height, box.x, box.y, box.width, box.height)
}
