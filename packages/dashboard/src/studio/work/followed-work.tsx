import { progressMessages as t } from '../../messages/making-messages.ts'
import { messages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Progress } from './progress.tsx'
import type { useFollowedCall } from './use-followed-call.ts'

interface FollowedWorkProps {
  readonly name: string
  readonly work: Omit<ReturnType<typeof useFollowedCall<unknown>>, 'start'>
}

/** How far a call is, with a way to cancel it, and why it failed. */
export function FollowedWork({ name, work }: FollowedWorkProps) {
  const words = work.isCancelling ? t.cancelling : work.stage?.inQueue ? t.inQueue : messages.studio.working
  return (
    <>
      {work.isWorking && (
        <div className="followed">
          <p role="status">{words}</p>
          <Progress name={name} words={words} stage={work.stage} />
          <Button className="small start" busy={work.isCancelling} aria-label={t.cancel(name)} onClick={work.cancel}>
            {messages.cancel}
          </Button>
        </div>
      )}
      <Problem error={work.error} />
    </>
  )
}
