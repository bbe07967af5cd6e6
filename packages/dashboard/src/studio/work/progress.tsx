import { progressMessages as t } from '../../messages/making-messages.ts'
import type { Stage } from './follow-call.ts'

interface ProgressProps {
  readonly name: string
  readonly words: string
  readonly stage: Stage | undefined
}

/** A bar, with the percentage and the stage as soon as the server says them. */
export const Progress = ({ name, words, stage }: ProgressProps) => (
  <>
    <progress
      aria-label={`${name}: ${stage?.words ?? words}`}
      {...(stage?.percent !== undefined && { max: 100, value: stage.percent })}
    />
    {stage?.percent !== undefined && (
      <p className="state">
        <span>{t.percent(stage.percent)}</span>
        <span lang="en">{stage.words}</span>
      </p>
    )}
  </>
)
