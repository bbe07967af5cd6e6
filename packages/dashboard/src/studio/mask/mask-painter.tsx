import { Brush, Eraser } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { maskMessages as t } from '../../messages/making-messages.ts'
import { Button } from '../../ui/button.tsx'
import { KEY_STEP, MOVES, placeOf } from '../drawing-surface.tsx'
import type { Shot } from '../shots.ts'
import { studioShots } from '../studio-shots.ts'
import { drawStrokes, fitMask, type MaskStroke, maskFile, type Place, paintedPart } from './mask-strokes.ts'

const TOOLS = [
  ['brush', Brush],
  ['eraser', Eraser],
] as const
const SIZES = { min: 0.01, max: 0.2, step: 0.005, usual: 0.05 }

/** A photo to paint a mask on: with a mouse, a finger or a pen, and with the keyboard where the cross is. */
export function MaskPainter({ shot }: { readonly shot: Shot }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const sizeId = useId()
  const [tool, setTool] = useState<MaskStroke['tool']>('brush')
  const [size, setSize] = useState(SIZES.usual)
  const [strokes, setStrokes] = useState<readonly MaskStroke[]>(shot.mask?.strokes ?? [])
  const [current, setCurrent] = useState<MaskStroke>()
  const [cross, setCross] = useState<Place>()
  const [part, setPart] = useState(0)
  const [isUnseen, setUnseen] = useState(false)

  useEffect(() => {
    if (canvas.current) drawStrokes(canvas.current, current ? [...strokes, current] : strokes)
  }, [strokes, current])

  const keep = async (next: readonly MaskStroke[]) => {
    setStrokes(next)
    setCurrent(undefined)
    if (!canvas.current) return
    drawStrokes(canvas.current, next)
    const painted = paintedPart(canvas.current)
    setPart(painted)
    studioShots.setMask(shot.id, next, painted > 0 ? await maskFile(canvas.current) : undefined)
  }
  const start = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setCross(undefined)
    setCurrent({ tool, size, points: [placeOf(event)] })
  }
  const move = (event: PointerEvent) => {
    if (current) setCurrent({ ...current, points: [...current.points, placeOf(event)] })
  }
  const press = (event: KeyboardEvent) => {
    const at = cross ?? { x: 0.5, y: 0.5 }
    const [across, down] = MOVES[event.key] ?? []
    if (across !== undefined && down !== undefined) {
      const inside = (value: number) => Math.min(1, Math.max(0, value))
      setCross({ x: inside(at.x + across * KEY_STEP), y: inside(at.y + down * KEY_STEP) })
    } else if (event.key === ' ') void keep([...strokes, { tool, size, points: [at] }])
    else if (event.key === '+') setSize(Math.min(SIZES.max, size + 2 * SIZES.step))
    else if (event.key === '-') setSize(Math.max(SIZES.min, size - 2 * SIZES.step))
    else return
    event.preventDefault()
  }

  if (isUnseen) return <p role="status">{t.unseen}</p>
  return (
    <fieldset className="mask stack">
      <legend>{t.legend}</legend>
      <p className="hint">{t.lead}</p>
      <div className="tools" role="radiogroup" aria-label={t.tools}>
        {TOOLS.map(([one, Icon]) => (
          <label key={one} className="tool">
            <input
              type="radio"
              name={`mask-tool-${shot.id}`}
              checked={tool === one}
              onChange={() => setTool(one)}
              aria-label={t[one]}
            />
            <Icon aria-hidden />
            {t[one]}
          </label>
        ))}
        <label className="tool" htmlFor={sizeId}>
          {t.size}
          <input
            id={sizeId}
            type="range"
            {...{ min: SIZES.min, max: SIZES.max, step: SIZES.step }}
            value={size}
            onChange={({ currentTarget }) => setSize(currentTarget.valueAsNumber)}
          />
        </label>
        <Button className="small" disabled={strokes.length === 0} onClick={() => void keep(strokes.slice(0, -1))}>
          {t.undo}
        </Button>
        <Button className="small" disabled={strokes.length === 0} onClick={() => void keep([])}>
          {t.clear}
        </Button>
      </div>
      <div className="drawing" dir="ltr">
        <img
          src={shot.preview}
          alt=""
          draggable={false}
          onError={() => setUnseen(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (!canvas.current) return
            fitMask(canvas.current, naturalWidth, naturalHeight)
            drawStrokes(canvas.current, strokes)
            setPart(paintedPart(canvas.current))
          }}
        />
        <canvas ref={canvas} className="mask-paint" />
        <div
          className="surface"
          role="application"
          aria-label={t.surface}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the photo is painted on with the keyboard, too.
          tabIndex={0}
          onPointerDown={start}
          onPointerMove={move}
          onPointerUp={() => current && void keep([...strokes, current])}
          onPointerCancel={() => setCurrent(undefined)}
          onKeyDown={press}
          onFocus={() => setCross((known) => known ?? { x: 0.5, y: 0.5 })}
          onBlur={() => setCross(undefined)}
        >
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            {cross && (
              <path className="cross" d={`M${cross.x - 0.03} ${cross.y}h.06M${cross.x} ${cross.y - 0.03}v.06`} />
            )}
          </svg>
        </div>
      </div>
      <p className="hint" role="status">
        {part > 0 ? t.painted(Math.max(1, Math.round(100 * part))) : t.empty}
      </p>
    </fieldset>
  )
}
