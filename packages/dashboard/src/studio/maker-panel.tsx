import { lazy, type ReactNode, Suspense } from 'react'
import { messages } from '../messages/messages.ts'
import type { Shot } from './shots.ts'
import type { Maker } from './work/work-choice.tsx'

const CheckPanel = lazy(async () => ({ default: (await import('./check/check-panel.tsx')).CheckPanel }))
const MatchPanel = lazy(async () => ({ default: (await import('./set/match-panel.tsx')).MatchPanel }))
const PrintPanel = lazy(async () => ({ default: (await import('./prints/print-panel.tsx')).PrintPanel }))
const ReelPanel = lazy(async () => ({ default: (await import('./prints/reel-panel.tsx')).ReelPanel }))

interface MakerPanelProps {
  readonly maker: Maker
  readonly shots: readonly Shot[]
  /** The choice of what is to be made. */
  readonly choice: ReactNode
}

/** What is made with a form of its own, loaded when it is chosen. */
export const MakerPanel = ({ maker, shots, choice }: MakerPanelProps) => (
  <section className="wish" aria-label={messages.studio.wish}>
    {choice}
    <Suspense fallback={<progress aria-label={messages.loading} />}>
      {maker === 'check' && <CheckPanel shots={shots} />}
      {maker === 'match' && <MatchPanel shots={shots} />}
      {maker === 'reel' && <ReelPanel shots={shots} />}
      {maker !== 'check' && maker !== 'match' && maker !== 'reel' && <PrintPanel type={maker} shots={shots} />}
    </Suspense>
  </section>
)
