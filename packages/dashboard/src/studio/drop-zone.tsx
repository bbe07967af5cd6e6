import { Camera, ImagePlus } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { messages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'

/** A picture of any kind, and the kinds that not every system knows as pictures. */
const ACCEPTED = 'image/*,.heic,.heif,.avif'

/** Phones and tablets have a camera that opens at once. */
const HAS_TOUCH = navigator.maxTouchPoints > 0

interface DropZoneProps {
  readonly isSmall: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Where photos come in: dropped, chosen, or taken with the camera of a phone. */
export function DropZone({ isSmall, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const t = messages.studio
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      className={['drop', isSmall && 'small', isOver && 'over'].filter(Boolean).join(' ')}
      aria-label={t.add}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {!isSmall && <Plate />}
      <div>
        <p className="headline">{isOver ? t.dropHere : t.drop}</p>
        <p className="quiet">{t.dropHint}</p>
      </div>
      <div className="row">
        <Picker label={isSmall ? t.add : t.choose} kind={isSmall ? 'plain' : 'main'} onFiles={onFiles} />
        {HAS_TOUCH && <Picker label={t.camera} kind="plain" camera onFiles={onFiles} />}
      </div>
    </section>
  )
}

interface PickerProps extends Pick<DropZoneProps, 'onFiles'> {
  readonly label: string
  readonly kind: 'main' | 'plain'
  readonly camera?: boolean
}

/** A button that opens the browser's own choice of files, or the camera. */
function Picker({ label, kind, camera = false, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const Icon = camera ? Camera : ImagePlus
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={ACCEPTED}
        multiple={!camera}
        {...(camera && { capture: 'environment' as const })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <Button kind={kind} onClick={() => input.current?.click()}>
        <Icon aria-hidden />
        {label}
      </Button>
    </>
  )
}

/** A plate that lights up from left to right. */
const Plate = () => (
  <svg className="plate" viewBox="0 0 120 120" aria-hidden="true">
    <circle className="rim" cx="60" cy="60" r="54" />
    <circle className="well" cx="60" cy="60" r="36" />
    <path className="light" d="M60 6a54 54 0 0 1 0 108z" />
    <path className="shine" d="M34 46a30 30 0 0 1 18-14" />
    <path className="divide" d="M60 2v116" />
  </svg>
)
