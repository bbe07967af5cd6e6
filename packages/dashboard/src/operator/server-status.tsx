import { useQuery } from '@tanstack/react-query'
import { operatorMessages as t } from '../messages/operator-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { sizeOf, whenOf } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'

const REFRESH_MS = 10_000

/** The load, the processes, what failed, what waits to be sent, and what pictures take. It is read again while it is looked at. */
export function ServerStatus() {
  const queue = useQuery({
    queryKey: ['operator', 'queue'],
    queryFn: async () => session.client.jobs.queueStatus(),
    refetchInterval: REFRESH_MS,
  })
  const status = useQuery({
    queryKey: ['operator', 'status'],
    queryFn: async () => session.client.admin.status(),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <Problem error={queue.error ?? status.error} />
      {queue.data && <Load queue={queue.data} />}
      {status.data && <Errors errors={status.data.errors} />}
      {status.data && <Sending status={status.data} />}
    </>
  )
}

type Queue = Awaited<ReturnType<typeof session.client.jobs.queueStatus>>
type Status = Awaited<ReturnType<typeof session.client.admin.status>>

function Load({ queue: { queue, last_hour: hour, workers } }: { readonly queue: Queue }) {
  return (
    <section>
      <h2>{t.now}</h2>
      <div className="sums">
        <p className="sum">
          <strong>{queue.pending}</strong> {t.sums.waiting}
        </p>
        <p className="sum">
          <strong>{queue.running}</strong> {t.sums.running}
        </p>
        <p className="quiet">
          {t.sums.hour(queue.succeeded_last_hour, queue.failed_last_hour)}
          {hour.wait_seconds.p50 !== null && `, ${t.sums.wait(hour.wait_seconds.p50)}`}
        </p>
      </div>
      <h3>{t.workers}</h3>
      {workers.length === 0 && <p className="notice">{t.noWorkers}</p>}
      <ul className="keys">
        {workers.map(({ id, name, status, threads, busy, last_seen_at: seen }) => (
          <li key={id} className="row">
            <div>
              <span className={status === 'online' ? 'pill good' : 'pill bad'}>{t.workerState[status] ?? status}</span>{' '}
              <code title={id}>{name ?? id}</code>
              <p className="quiet">
                {t.worker(threads, busy)}, {t.seen(whenOf(seen))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Errors = ({ errors }: Pick<Status, 'errors'>) => (
  <section>
    <h2>{t.errors}</h2>
    {errors.length === 0 ? (
      <p className="quiet">{t.noErrors}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
      <section className="scroll" tabIndex={0} aria-label={t.errors}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.errorColumns.code}</th>
              <th scope="col">{t.errorColumns.operation}</th>
              <th scope="col" className="number">
                {t.errorColumns.count}
              </th>
              <th scope="col">{t.errorColumns.last}</th>
              <th scope="col">{t.errorColumns.message}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ code, operation, count, last_at: last, message }) => (
              <tr key={`${code} ${operation}`}>
                <td>
                  <a href={`/docs/errors/${code}`}>
                    <code>{code}</code>
                  </a>
                </td>
                <td>{operation}</td>
                <td className="number">{count}</td>
                <td>{whenOf(last)}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </section>
)

const when = (time: string | null) => (time === null ? undefined : whenOf(time))

const Sending = ({ status: { deliveries, letters, storage } }: { readonly status: Status }) => (
  <>
    <section>
      <h2>{t.sending}</h2>
      <div className="sums">
        <dl>
          <dt>{t.deliveries}</dt>
          <dd>
            {t.waitingSince(deliveries.waiting, when(deliveries.oldest_at))};{' '}
            {t.delivered(deliveries.delivered, deliveries.dead)}
          </dd>
          <dt>{t.letters}</dt>
          <dd>
            {t.waitingSince(letters.waiting, when(letters.oldest_at))}; {t.givenUp(letters.given_up)}
          </dd>
        </dl>
      </div>
    </section>
    <section>
      <h2>{t.storage}</h2>
      <div className="sums">
        <dl>
          <dt>{t.uploads}</dt>
          <dd>{sizeOf(storage.uploads_bytes)}</dd>
          <dt>{t.results}</dt>
          <dd>{sizeOf(storage.results_bytes)}</dd>
          <dt>{t.free}</dt>
          <dd>{sizeOf(storage.free_bytes)}</dd>
        </dl>
      </div>
    </section>
  </>
)
