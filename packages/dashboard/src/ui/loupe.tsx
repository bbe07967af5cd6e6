import { type CSSProperties, type PointerEvent, type SyntheticEvent, useRef, useState } from 'react'
import { loupeMessages as t } from '../messages/making-messages.ts'
import { messages } from '../messages/messages.ts'
import { Modal } from './modal.tsx'

interface LoupeProps {
  readonly before: string
  readonly after: string
  readonly onClose: () => void
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Frames whose ratios differ by more do not show the same. */
const SAME_FRAME = 0.01

/**
 * Two pictures at the size of the second one, pixel for pixel, which are moved together: with the mouse, a finger, the wheel or the
 * arrow keys.
 */
export function Loupe({ before, after, onClose }: LoupeProps) {
  const panes = useRef(new Set<HTMLElement>())
  const [size, setSize] = useState<Size>()
  const [earlier, setEarlier] = useState<Size | 'none'>()
  const isSameFrame =
    size && earlier && earlier !== 'none'
      ? Math.abs((earlier.width * size.height) / (earlier.height * size.width) - 1) < SAME_FRAME
      : earlier !== 'none'

  const keep = (pane: HTMLElement | null) => {
    if (!pane) return
    panes.current.add(pane)
    // The middle is the most likely place of the dish.
    pane.scrollTo((pane.scrollWidth - pane.clientWidth) / 2, (pane.scrollHeight - pane.clientHeight) / 2)
    return () => void panes.current.delete(pane)
  }
  const moveOthers = ({ currentTarget: { scrollLeft, scrollTop } }: SyntheticEvent<HTMLElement>) => {
    for (const pane of panes.current) pane.scrollTo(scrollLeft, scrollTop)
  }
  const drag = ({ currentTarget, pointerType, buttons, movementX, movementY }: PointerEvent<HTMLElement>) => {
    // Fingers scroll by themselves.
    if (pointerType === 'mouse' && buttons === 1) currentTarget.scrollBy(-movementX, -movementY)
  }
  const style = size && ({ '--wide': `${size.width}px`, '--high': `${size.height}px` } as CSSProperties)
  const pane = (label: string, url: string) => (
    <figure>
      <figcaption>{label}</figcaption>
      {/* Coordinates of pictures run from left to right in every language. */}
      <section
        dir="ltr"
        className="loupe-pane"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
        tabIndex={0}
        ref={keep}
        onScroll={moveOthers}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
      >
        <img src={url} alt="" draggable={false} />
      </section>
    </figure>
  )
  return (
    <Modal title={t.title} onClose={onClose} wide>
      <p className="hint">{t.lead}</p>
      <div hidden>
        <img src={after} alt="" onLoad={({ currentTarget }) => setSize(pixelsOf(currentTarget))} />
        <img
          src={before}
          alt=""
          onLoad={({ currentTarget }) => setEarlier(pixelsOf(currentTarget))}
          onError={() => setEarlier('none')}
        />
      </div>
      {size && earlier && (
        <div className="loupe" style={style}>
          {isSameFrame && pane(messages.compare.before, before)}
          {pane(messages.compare.after, after)}
        </div>
      )}
    </Modal>
  )
}

/** The size at which each pixel of the picture is one of the screen. */
const pixelsOf = ({ naturalWidth, naturalHeight }: HTMLImageElement): Size => ({
  width: naturalWidth / devicePixelRatio,
  height: naturalHeight / devicePixelRatio,
})
