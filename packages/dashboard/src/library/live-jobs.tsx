import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { libraryMessages as t } from '../messages/library-messages.ts'
import { messages } from '../messages/messages.ts'
import { operationName } from '../messages/operation-names.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'

/** Often enough to be seen moving, and a third of what a minute allows. */
const EVERY_MS = 3_000
/** Work that a program begins meanwhile. */
const IDLE_MS = 15_000

/** The jobs that are in progress, also those that a key began. @param props.onFinished is called when some are not any more */
export function LiveJobs({ onFinished }: { readonly onFinished: () => void }) {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['jobs'],
    queryFn: async () => session.client.me.jobs({ status: 'processing' }),
    refetchInterval: ({ state }) => (state.data?.items.length ? EVERY_MS : IDLE_MS),
  })
  const jobs = data?.items ?? []
  const cancel = useMutation({
    mutationFn: async (run: string) => session.client.jobs.delete(run),
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  })
  const running = jobs.map(({ id }) => id)
  const before = useRef(running)
  useEffect(() => {
    const isOver = before.current.some((id) => !running.includes(id))
    before.current = running
    if (isOver) onFinished()
  })

  if (jobs.length === 0) return null
  return (
    <section className="jobs" aria-label={t.jobs}>
      <h2>{t.jobs}</h2>
      <ul>
        {jobs.map(({ id, run_id: run, job_type: type, progress }) => (
          <li key={id} className="row">
            <span>{operationName(type)}</span>
            <progress max={100} value={progress?.percent ?? 0} aria-label={operationName(type)} />
            <span className="quiet" lang="en" dir="auto">
              {progress?.status}
            </span>
            <Button
              className="small"
              busy={cancel.isPending && cancel.variables === run}
              aria-label={t.cancelJob(operationName(type))}
              onClick={() => cancel.mutate(run)}
            >
              {messages.cancel}
            </Button>
          </li>
        ))}
      </ul>
      <Problem error={cancel.error} />
    </section>
  )
}
