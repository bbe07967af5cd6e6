import { Root, Thumb, Track } from '@radix-ui/react-slider'
import { ChevronsLeftRight } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { messages } from '../messages/messages.ts'

interface BeforeAfterProps {
  readonly before: string
  readonly after: string
  /** Names the dish for those who do not see it. */
  readonly name: string
}

/** Two pictures of the same shape in one frame, with a handle between them: by mouse, finger or arrow keys. */
export function BeforeAfter({ before, after, name }: BeforeAfterProps) {
  const [percent, setPercent] = useState(50)
  const [hasBefore, setHasBefore] = useState(true)
  const { compare } = messages
  // Cameras write formats that not every browser shows.
  if (!hasBefore) {
    return (
      <div className="compare" dir="ltr">
        <img src={after} alt={compare.afterAlt(name)} />
      </div>
    )
  }
  return (
    <div className="compare" dir="ltr" style={{ '--cut': `${percent}%` } as CSSProperties}>
      <img src={after} alt={compare.afterAlt(name)} />
      <img className="before" src={before} alt={compare.beforeAlt(name)} onError={() => setHasBefore(false)} />
      <span className="tag left" aria-hidden>
        {compare.before}
      </span>
      <span className="tag right" aria-hidden>
        {compare.after}
      </span>
      <Root className="cut" value={[percent]} onValueChange={([value]) => setPercent(value ?? 0)} max={100} step={1}>
        <Track className="cut-track" />
        <Thumb className="cut-thumb" aria-label={compare.label} aria-valuetext={compare.value(percent)}>
          <ChevronsLeftRight aria-hidden />
        </Thumb>
      </Root>
    </div>
  )
}
