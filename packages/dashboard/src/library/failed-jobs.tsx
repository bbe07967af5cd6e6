import { useInfiniteQuery } from '@tanstack/react-query'
import { libraryMessages as t } from '../messages/library-messages.ts'
import { messages } from '../messages/messages.ts'
import { operationName } from '../messages/operation-names.ts'
import { session } from '../session/dashboard-session.ts'
import { whenOf } from '../ui/format.ts'
import { MorePages } from '../ui/more-pages.tsx'
import { Problem } from '../ui/problem.tsx'

/** Work that failed or was cancelled, and why. */
export function FailedJobs() {
  const jobs = useInfiniteQuery({
    queryKey: ['failed'],
    queryFn: async ({ pageParam }) =>
      session.client.me.jobs({ status: 'failed', ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const all = jobs.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section>
      <Problem error={jobs.error} />
      {jobs.isSuccess && all.length === 0 && <p className="quiet">{t.noFailed}</p>}
      <ul className="keys">
        {all.map(({ id, job_type: type, created_at: at, error }) => (
          <li key={id} className="row">
            <div>
              <strong>{operationName(type)}</strong> <span className="quiet">{whenOf(at)}</span>
              <p lang="en" dir="auto">
                {error?.message}
              </p>
            </div>
            {error && error.code !== 'revoked' && <a href={`/docs/errors/${error.code}`}>{messages.explain}</a>}
          </li>
        ))}
      </ul>
      <MorePages list={jobs} />
    </section>
  )
}
