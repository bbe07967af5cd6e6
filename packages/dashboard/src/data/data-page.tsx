import { APIError } from '@platelight/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { AccountFrame } from '../account/account-frame.tsx'
import { dataMessages as t } from '../messages/data-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { sizeOf, whenOf } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { DeleteAccount } from './delete-account.tsx'

const EVERY_MS = 2_000
const EXPORT = ['export']

export function Page() {
  const user = useUser()
  const [deleting, setDeleting] = useState(false)
  return (
    <AccountFrame title={t.title}>
      <Copy />
      <section>
        <h2>{t.deleteTitle}</h2>
        <p>{t.deleteText}</p>
        <div>
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {t.delete}
          </Button>
        </div>
      </section>
      {deleting && user && <DeleteAccount email={user.email} onClose={() => setDeleting(false)} />}
    </AccountFrame>
  )
}

/** The export of everything that is stored: started, watched, downloaded. */
function Copy() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: EXPORT,
    queryFn: async () => {
      try {
        return await session.client.account.export()
      } catch (failure) {
        if (failure instanceof APIError && failure.status === 404) return null
        throw failure
      }
    },
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? EVERY_MS : false),
  })
  const start = useMutation({
    mutationFn: async () => session.client.account.startExport(),
    onSuccess: (begun) => queries.setQueryData(EXPORT, begun),
  })
  return (
    <section>
      <h2>{t.exportTitle}</h2>
      <p>{t.exportText}</p>
      <Problem error={error ?? start.error} />
      {data?.status === 'failed' && <p role="status">{t.failed}</p>}
      {data?.status === 'processing' ? (
        <div className="stack">
          <p role="status">{t.working}</p>
          <progress aria-label={t.exportTitle} />
        </div>
      ) : (
        <div>
          <Button busy={start.isPending} onClick={() => start.mutate()}>
            {t.start}
          </Button>
        </div>
      )}
      {data?.status === 'ready' && (
        <>
          <p role="status">{t.ready(whenOf(data.completed_at ?? data.requested_at))}</p>
          <ul className="stack">
            {data.files.map(({ url, filename, size_bytes: size }) => (
              <li key={filename}>
                <a className="button plain" href={url} download={filename}>
                  <Download aria-hidden />
                  {t.download(filename, sizeOf(size))}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
