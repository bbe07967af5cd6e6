import type { SubjectHint } from '@platelight/sdk'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { hintMessages as t } from '../messages/hint-messages.ts'

export const TOOLS = ['keep', 'drop', 'box'] as const
export type Tool = (typeof TOOLS)[number]

/** A place in fractions of the photo. */
interface Place {
  readonly x: number
  readonly y: number
}

/** A line of points, or a box between the first and the last. */
export interface Drawn {
  readonly tool: Tool
  readonly points: readonly Place[]
}

/** As many as the server takes. */
const MOST = { strokes: 8, points: 24 }
/** Points that are nearer to each other say nothing more. */
const LEAST_STEP = 0.012
export const KEY_STEP = 0.02
/** Which way a key moves the cross. */
export const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What was drawn as the server takes it: the last box, or the strokes. */
export function hintOf(drawn: readonly Drawn[]): SubjectHint | undefined {
  const last = drawn.at(-1)
  if (last?.tool === 'box') {
    const [xs, ys] = [last.points.map(({ x }) => x), last.points.map(({ y }) => y)]
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y]
    return width > 0 && height > 0 ? { box: { x, y, width, height } } : undefined
  }
  const strokes = drawn.flatMap(({ tool, points }) => (tool === 'box' ? [] : [{ kind: tool, points: [...points] }]))
  return strokes.length > 0 ? { strokes: strokes.slice(-MOST.strokes) } : undefined
}

interface DrawingSurfaceProps {
  readonly photo: string
  /** What counts as the dish, white on black. The rest of the photo is dimmed. */
  readonly mask: string | undefined
  readonly tool: Tool
  readonly drawn: readonly Drawn[]
  readonly onDraw: (drawn: readonly Drawn[]) => void
}

/** A photo to draw on with a mouse, a finger or a pen; with the keyboard, places are marked with a cross. */
export function DrawingSurface({ photo, mask, tool, drawn, onDraw }: DrawingSurfaceProps) {
  const [current, setCurrent] = useState<Drawn>()
  const [cross, setCross] = useState<Place>()
  /** A box and strokes exclude each other. */
  const add = (one: Drawn) => onDraw([...drawn.filter((other) => one.tool !== 'box' && other.tool !== 'box'), one])

  const start = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setCross(undefined)
    setCurrent({ tool, points: [placeOf(event)] })
  }
  const move = (event: PointerEvent) => {
    const last = current?.points.at(-1)
    if (!current || !last) return
    const place = placeOf(event)
    if (Math.hypot(place.x - last.x, place.y - last.y) < LEAST_STEP) return
    const { points } = current
    // A box needs its first corner only. A line that is long is kept with half of its points.
    const kept = points.filter((_, at) =>
      current.tool === 'box' ? at === 0 : points.length < MOST.points || at % 2 === 0,
    )
    setCurrent({ ...current, points: [...kept, place] })
  }
  const end = () => {
    if (current && (current.tool !== 'box' || current.points.length > 1)) add(current)
    setCurrent(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const at = cross ?? { x: 0.5, y: 0.5 }
    const [across, down] = MOVES[event.key] ?? []
    if (across !== undefined && down !== undefined) {
      setCross({ x: inside(at.x + across * KEY_STEP), y: inside(at.y + down * KEY_STEP) })
    } else if (event.key === ' ' && tool !== 'box') add({ tool, points: [at] })
    else return
    event.preventDefault()
  }

  return (
    <div className="drawing" dir="ltr">
      <img src={photo} alt="" draggable={false} />
      {mask && <div className="outside-dish" style={{ maskImage: `url("${mask}"), linear-gradient(#fff, #fff)` }} />}
      <div
        className="surface"
        role="application"
        aria-label={t.surface}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the surface is drawn on with the keyboard, too.
        tabIndex={0}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setCurrent(undefined)}
        onKeyDown={press}
        onFocus={() => setCross((known) => known ?? { x: 0.5, y: 0.5 })}
        onBlur={() => setCross(undefined)}
      >
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {[...drawn, ...(current ? [current] : [])].map((one, index) => (
            <Mark key={index} drawn={one} />
          ))}
          {cross && <path className="cross" d={`M${cross.x - 0.03} ${cross.y}h.06M${cross.x} ${cross.y - 0.03}v.06`} />}
        </svg>
      </div>
    </div>
  )
}

function Mark({ drawn: { tool, points } }: { readonly drawn: Drawn }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const line =
    tool === 'box'
      ? `M${first.x} ${first.y}H${last.x}V${last.y}H${first.x}Z`
      : `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${points.length === 1 ? 'h.0001' : ''}`
  return <path className={tool} d={line} />
}

/** Where a pointer is, in fractions of what it is on. */
export function placeOf({ currentTarget, clientX, clientY }: PointerEvent): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: inside((clientX - left) / width), y: inside((clientY - top) / height) }
}

/** A fraction with four digits, which is finer than a pixel. */
const inside = (value: number): number => Math.round(10_000 * Math.min(1, Math.max(0, value))) / 10_000
