import type { ApiKey } from '@platelight/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { whenOf } from '../ui/format.ts'
import { Modal } from '../ui/modal.tsx'
import { Problem } from '../ui/problem.tsx'
import { formText, submitted } from '../ui/submitted.ts'
import { TextField } from '../ui/text-field.tsx'

const KEYS = ['keys']
/** As many as an account may have. */
const ALL_KEYS = 100

/** Keys for programs: created, shown once, revoked. */
export function Keys() {
  const t = messages.account
  const queries = useQueryClient()
  const [revoking, setRevoking] = useState<ApiKey>()
  const [name, setName] = useState('')
  const list = useQuery({ queryKey: KEYS, queryFn: async () => session.client.keys.list({ limit: ALL_KEYS }) })
  const refresh = () => queries.invalidateQueries({ queryKey: KEYS })
  const create = useMutation({
    mutationFn: async (form: FormData) => session.client.keys.create({ name: formText(form, 'name') }),
    onSuccess: () => {
      setName('')
      return refresh()
    },
  })
  const revoke = async (id: string) => {
    await session.client.keys.revoke(id)
    await refresh()
  }
  return (
    <section>
      <h2>{t.keys}</h2>
      <p className="hint">{t.keysHint}</p>
      <form className="inline-form" onSubmit={submitted(create.mutate)}>
        <TextField
          label={t.newKey}
          name="name"
          required
          maxLength={100}
          placeholder={t.newKeyExample}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button kind="main" type="submit" busy={create.isPending}>
          {t.createKey}
        </Button>
      </form>
      <Problem error={create.error ?? list.error} />
      {list.data?.items.length === 0 && <p className="quiet">{t.keysEmpty}</p>}
      <ul className="keys">
        {list.data?.items.map((key) => (
          <li key={key.id} className={key.revoked_at ? 'row gone' : 'row'}>
            <div>
              <strong className="file-name">{key.name}</strong>
              <p className="quiet">
                <code>{key.prefix}…</code> {key.last_used_at ? t.lastUsed(whenOf(key.last_used_at)) : t.neverUsed}
              </p>
            </div>
            {key.revoked_at ? (
              <span className="quiet">{t.revoked}</span>
            ) : (
              <Button className="small" aria-label={t.revokeLabel(key.name)} onClick={() => setRevoking(key)}>
                {t.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {create.data && <NewKey name={create.data.name} secret={create.data.key} onClose={create.reset} />}
      {revoking && (
        <Confirm
          title={t.revokeTitle(revoking.name)}
          text={t.revokeText}
          action={t.revoke}
          work={() => revoke(revoking.id)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </section>
  )
}

interface NewKeyProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** The only time that the secret is seen. */
function NewKey({ name, secret, onClose }: NewKeyProps) {
  const t = messages.account
  return (
    <Modal title={t.created(name)} onClose={onClose}>
      <p>{t.once}</p>
      <Copyable text={secret} label={t.theKey} />
      <h3>{t.envLine}</h3>
      <Copyable text={`PLATELIGHT_API_KEY=${secret}\nPLATELIGHT_BASE_URL=${location.origin}`} label={t.envLine} />
      <footer>
        <Button kind="main" onClick={onClose}>
          {t.done}
        </Button>
      </footer>
    </Modal>
  )
}
