/** A place in fractions of the photo. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** A line that was painted or erased. */
export interface MaskStroke {
  readonly tool: 'brush' | 'eraser'
  /** Width of the line as a fraction of the longer side of the photo. */
  readonly size: number
  readonly points: readonly Place[]
}

/** The long side of a mask in pixels. The server scales it to the photo, and edges of a brush need no more. */
const LONG_SIDE = 1600
/** The colour over the photo. */
const PAINT = 'rgb(235 60 110)'

/** Gives the canvas the shape of the photo. */
export function fitMask(canvas: HTMLCanvasElement, width: number, height: number): void {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
}

/** Draws the strokes in their order on a transparent canvas. */
export function drawStrokes(canvas: HTMLCanvasElement, strokes: readonly MaskStroke[]): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  context.clearRect(0, 0, width, height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = PAINT
  for (const { tool, size, points } of strokes) {
    context.globalCompositeOperation = tool === 'brush' ? 'source-over' : 'destination-out'
    context.lineWidth = Math.max(1, size * Math.max(width, height))
    context.beginPath()
    for (const { x, y } of points) context.lineTo(x * width, y * height)
    // A tap is a dot: a line without a length would not be drawn.
    const [first] = points
    if (first && points.length === 1) context.lineTo(first.x * width + 0.1, first.y * height)
    context.stroke()
  }
  context.globalCompositeOperation = 'source-over'
}

/** Which part of the photo is painted, from 0 to 1. */
export function paintedPart(canvas: HTMLCanvasElement): number {
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let painted = 0
  for (let alpha = 3; alpha < data.length; alpha += 4) if ((data[alpha] ?? 0) > 127) painted += 1
  return (4 * painted) / Math.max(1, data.length)
}

/** The mask as the server takes it: white where it is painted, and black elsewhere. */
export async function maskFile(canvas: HTMLCanvasElement): Promise<File> {
  const mask = document.createElement('canvas')
  mask.width = canvas.width
  mask.height = canvas.height
  const context = mask.getContext('2d')
  if (context) {
    context.drawImage(canvas, 0, 0)
    context.globalCompositeOperation = 'source-in'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, mask.width, mask.height)
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#000'
    context.fillRect(0, 0, mask.width, mask.height)
  }
  const blob = await new Promise<Blob | null>((resolve) => mask.toBlob(resolve, 'image/png'))
  return new File(blob ? [blob] : [], 'mask.png', { type: 'image/png' })
}
