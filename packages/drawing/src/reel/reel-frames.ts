import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import type { CameraView, Point } from './camera-path.ts'

/** A picture as rows of RGB or RGBA, not premultiplied. */
export interface Layer {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** A layer and where it lies. */
export interface PlacedLayer extends Layer {
  readonly left: number
  readonly top: number
}

export interface ReelLayers {
  /** As large as the stage. */
  readonly background: Layer
  /** The dish on the stage, with the point around which it grows. */
  readonly dish?: PlacedLayer & { readonly middle: Point }
  /** Lies still over every frame, in its pixels. */
  readonly overlay?: PlacedLayer
}

/**
 * Draws frames. Windows lie between pixels, and every pixel of a frame is a weighted mean, so that a slow move is even.
 *
 * @returns draws a frame as RGBA of its size, with an overlay of that opacity; the bytes are those of the caller
 * @example const draw = reelFrames({ background }, { width: 1080, height: 1920 }); draw(path.at(0))
 */
export function reelFrames(
  { background, dish, overlay }: ReelLayers,
  { width, height }: { readonly width: number; readonly height: number },
): (view: CameraView, opacity?: number) => Uint8Array {
  const stage = canvasOf(background)
  const front = dish && canvasOf(dish)
  const still = overlay && canvasOf(overlay)
  const frame = createCanvas(width, height)
  const context = frame.getContext('2d')
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  return ({ window, dish: { scale, x, y } }, opacity = 1) => {
    const [across, down] = [width / window.width, height / window.height]
    context.setTransform(across, 0, 0, down, -window.left * across, -window.top * down)
    context.drawImage(stage, 0, 0)
    if (dish && front) {
      const { middle, left, top } = dish
      context.translate(middle.x + x, middle.y + y)
      context.scale(scale, scale)
      context.drawImage(front, left - middle.x, top - middle.y)
    }
    context.resetTransform()
    if (overlay && still) {
      context.globalAlpha = opacity
      context.drawImage(still, overlay.left, overlay.top)
      context.globalAlpha = 1
    }
    return Uint8Array.from(frame.data())
  }
}

function canvasOf({ data, width, height, channels }: Layer): Canvas {
  const canvas = createCanvas(width, height)
  const rgba = channels === 4 ? Uint8ClampedArray.from(data) : opaque(data, width * height)
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas
}

function opaque(data: Uint8Array, count: number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * count).fill(255)
  for (let i = 0; i < count; i++) {
    rgba[4 * i] = data[3 * i] ?? 0
    rgba[4 * i + 1] = data[3 * i + 1] ?? 0
    rgba[4 * i + 2] = data[3 * i + 2] ?? 0
  }
  return rgba
}
