/** What a reel shows: a picture in the shape of its frames, with the dish on it. In pixels. */
export interface ReelStage {
  readonly width: number
  readonly height: number
  /** What every frame shows whole; undefined if frames may cut it. */
  readonly kept: Rectangle | undefined
  /** Where the camera looks. */
  readonly focus: Point
  /** Whether the dish is a layer of its own, which moves before its background. Only a dish that is kept can be one. */
  readonly isLayered: boolean
  /** What of every frame is covered by words, at each side: what is kept stands in the rest, as far as the stage has room. */
  readonly covered?: Margins | undefined
}

/** In shares of a frame. */
export interface Margins {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export type ReelMotion = 'push_in' | 'pull_out' | 'pan_left' | 'pan_right' | 'tilt_up' | 'tilt_down' | 'orbit'

/** One frame: the part of the stage that it shows, and how the dish lies there. */
export interface CameraView {
  readonly window: Rectangle
  /** The dish is drawn this much larger around the middle of what is kept, and moved this far. */
  readonly dish: Point & { readonly scale: number }
}

export interface CameraPath {
  /** @param time from 0, the first frame, to 1, the last one */
  at(time: number): CameraView
  /** How much moves, as a share of the frame's side. */
  readonly amount: number
}

/** At strength 1: how much closer the camera comes, and how far it goes as a share of the stage. */
const CLOSER = 0.22
const FURTHER = 0.15
/** The closest window: the stage has no more pixels. */
const CLOSEST = 1.3
/** A pan begins this close, so that there is something to both sides. */
const PAN_CLOSER = 1.03
const STEP = 0.01
/** An orbit goes this far up and down, as a share of its way to the side, and comes this much closer. */
const ORBIT = { width: 0.8, height: 0.3 }
/** Most that the dish moves before its background, as a share of its shorter half; it is so much larger that it covers its place. */
const DEPTH = 0.055
/** Room around what is kept, as a share of its sides. */
const ROOM = 0.015
/** How softly the camera starts and stops: 0 for not at all, 1 for a full stop. */
const SOFTNESS = 0.85

/**
 * Plans the move of a camera. Every window of it lies on the stage and holds what is kept: both ends do, and what lies between
 * two such windows does, too.
 *
 * @param strength 1 for a calm move
 * @example planCamera(stage, 'push_in', 1).at(0.5).window
 */
export function planCamera(stage: ReelStage, motion: ReelMotion, strength: number): CameraPath {
  const depth = depthOf(stage)
  const { kept } = stage
  const held = kept && withWords(grown(kept, ROOM, depth * reachOf(kept), stage), stage)
  const frames = validWindows(stage, held)
  const most = Math.min(CLOSEST, held ? Math.min(stage.width / held.width, stage.height / held.height) : CLOSEST)
  const shift = depth * (kept ? reachOf(kept) : 0)
  const still = { scale: 1 + depth, x: 0, y: 0 }

  if (motion === 'push_in' || motion === 'pull_out') {
    const closer = Math.max(1, Math.min(most, 1 + CLOSER * strength))
    const far = frames.around(1, stage.focus)
    const near = frames.around(closer, stage.focus)
    return {
      amount: closer - 1 + depth,
      at(time) {
        const share = eased(motion === 'push_in' ? time : 1 - time)
        // Each second comes closer by the same factor.
        const s = closer === 1 ? share : (1 - closer ** -share) / (1 - 1 / closer)
        return { window: between(far, near, s), dish: { ...still, scale: 1 + depth * share } }
      },
    }
  }

  const isTilt = motion === 'tilt_up' || motion === 'tilt_down'
  const isOrbit = motion === 'orbit'
  const wanted = FURTHER * strength * (isTilt ? stage.height : stage.width) * (isOrbit ? ORBIT.width : 1)
  const zoom = frames.zoomFor(isTilt ? 'y' : 'x', wanted, most)
  const { low, high } = frames.range(zoom)
  const size = { width: stage.width / zoom, height: stage.height / zoom }
  const start = frames.around(zoom, stage.focus)
  /** The way around the place from which the camera would look at the dish without moving. */
  const way = (axis: 'x' | 'y', at: number, length: number) => {
    const half = Math.min(length, high[axis] - low[axis]) / 2
    return { half, middle: Math.min(high[axis] - half, Math.max(low[axis] + half, at)) }
  }

  if (isOrbit) {
    const across = way('x', start.left, wanted)
    const down = way('y', start.top, ORBIT.height * wanted)
    return {
      amount: (2 * across.half) / stage.width + depth,
      at(time) {
        const angle = Math.PI * eased(time)
        const [x, y] = [-Math.cos(angle), 1 - 2 * Math.sin(angle)]
        const left = across.middle + across.half * x
        // The camera looks at the dish, so its background passes behind it.
        return { window: { left, top: down.middle + down.half * y, ...size }, dish: { ...still, x: shift * x, y: 0 } }
      },
    }
  }

  const { half, middle } = isTilt ? way('y', start.top, wanted) : way('x', start.left, wanted)
  const isBack = motion === 'pan_left' || motion === 'tilt_up'
  return {
    amount: (2 * half) / (isTilt ? stage.height : stage.width) + depth,
    at(time) {
      const along = (isBack ? -1 : 1) * (2 * eased(time) - 1)
      const window = isTilt ? { ...start, top: middle + half * along } : { ...start, left: middle + half * along }
      // What is near goes against the camera faster than what is far.
      const moved = -shift * along
      return { window, dish: { ...still, x: isTilt ? 0 : moved, y: isTilt ? moved : 0 } }
    },
  }
}

const reachOf = ({ width, height }: Rectangle) => Math.min(width, height) / 2

/** As much depth as the stage has room for around the dish. */
function depthOf(stage: ReelStage): number {
  const { kept, isLayered } = stage
  if (!kept || !isLayered) return 0
  const room = Math.min(
    kept.left,
    kept.top,
    stage.width - kept.left - kept.width,
    stage.height - kept.top - kept.height,
  )
  // It grows around its middle, and moves as far again.
  const most = room / (Math.max(kept.width, kept.height) / 2 + reachOf(kept))
  return Math.max(0, Math.min(DEPTH, most))
}

/** What is kept with room around it, and as large as it is drawn at its most. */
function grown({ left, top, width, height }: Rectangle, room: number, shift: number, stage: ReelStage): Rectangle {
  const depth = shift / reachOf({ left, top, width, height })
  const [x, y] = [(depth * width) / 2 + shift + room * width, (depth * height) / 2 + shift + room * height]
  const [from, above] = [Math.max(0, left - x), Math.max(0, top - y)]
  return {
    left: from,
    top: above,
    width: Math.min(stage.width, left + width + x) - from,
    height: Math.min(stage.height, top + height + y) - above,
  }
}

/** What a window holds so that what is kept stands beside the words. A window is at most as large as the stage. */
function withWords(held: Rectangle, { covered, width, height }: ReelStage): Rectangle {
  if (!covered) return held
  const left = Math.max(0, held.left - covered.left * width)
  const top = Math.max(0, held.top - covered.top * height)
  return {
    left,
    top,
    width: Math.min(width, held.left + held.width + covered.right * width) - left,
    height: Math.min(height, held.top + held.height + covered.bottom * height) - top,
  }
}

/** The windows of each closeness that lie on the stage and hold what is kept. */
function validWindows(stage: ReelStage, held: Rectangle | undefined) {
  const range = (zoom: number) => {
    const [width, height] = [stage.width / zoom, stage.height / zoom]
    const low = {
      x: held ? Math.max(0, held.left + held.width - width) : 0,
      y: held ? Math.max(0, held.top + held.height - height) : 0,
    }
    const high = {
      x: Math.max(low.x, Math.min(stage.width - width, held?.left ?? Number.POSITIVE_INFINITY)),
      y: Math.max(low.y, Math.min(stage.height - height, held?.top ?? Number.POSITIVE_INFINITY)),
    }
    return { low, high }
  }
  return {
    range,
    /** The window with the point as near to its middle as it may be. */
    around(zoom: number, { x, y }: Point): Rectangle {
      const { low, high } = range(zoom)
      const [width, height] = [stage.width / zoom, stage.height / zoom]
      return {
        left: Math.min(high.x, Math.max(low.x, x - width / 2)),
        top: Math.min(high.y, Math.max(low.y, y - height / 2)),
        width,
        height,
      }
    },
    /** The least closeness that leaves this way along an axis; the one that leaves most if none does. */
    zoomFor(axis: 'x' | 'y', wanted: number, most: number): number {
      let [best, longest] = [1, 0]
      for (let zoom = Math.min(PAN_CLOSER, most); zoom <= most; zoom += STEP) {
        const { low, high } = range(zoom)
        const way = high[axis] - low[axis]
        if (way > longest) [best, longest] = [zoom, way]
        if (way >= wanted) return zoom
      }
      return best
    },
  }
}

const between = (from: Rectangle, to: Rectangle, share: number): Rectangle => ({
  left: from.left + share * (to.left - from.left),
  top: from.top + share * (to.top - from.top),
  width: from.width + share * (to.width - from.width),
  height: from.height + share * (to.height - from.height),
})

/** Slow at both ends, and even in between. */
const eased = (time: number): number => time - (SOFTNESS * Math.sin(2 * Math.PI * time)) / (2 * Math.PI)
