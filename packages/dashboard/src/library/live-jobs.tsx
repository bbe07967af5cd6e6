import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'

/** Often enough to be seen moving, and a third of what a minute allows. */
const EVERY_MS = 3_000

/** The jobs that are in progress, also those that a key began. */
export function LiveJobs() {
  const t = messages.library
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['jobs'],
    queryFn: async () => session.client.me.jobs({ status: 'processing' }),
    refetchInterval: ({ state }) => (state.data?.items.length ? EVERY_MS : false),
  })
  const jobs = data?.items ?? []
  const cancel = useMutation({
    mutationFn: async (run: string) => session.client.jobs.delete(run),
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  })
  // What has just been finished belongs into the list below.
  useEffect(() => {
    if (jobs.length === 0) void queries.invalidateQueries({ queryKey: ['library'] })
  }, [jobs.length, queries])

  if (jobs.length === 0) return null
  return (
    <section className="jobs" aria-label={t.jobs}>
      <h2>{t.jobs}</h2>
      <ul>
        {jobs.map(({ id, run_id: run, job_type: type, progress }) => (
          <li key={id} className="row">
            <span>{type}</span>
            <progress max={100} value={progress?.percent ?? 0} aria-label={progress?.status ?? type} />
            <span className="quiet">{progress?.status}</span>
            <Button
              className="small"
              busy={cancel.isPending && cancel.variables === run}
              aria-label={t.cancelJob(type)}
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
