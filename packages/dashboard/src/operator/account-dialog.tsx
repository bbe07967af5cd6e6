import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorMessages as t } from '../messages/operator-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { sizeOf } from '../ui/format.ts'
import { Modal } from '../ui/modal.tsx'
import { Problem } from '../ui/problem.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ACCOUNTS, type AdminAccount, PLANS } from './accounts.tsx'

interface AccountDialogProps {
  readonly account: AdminAccount
  readonly onClose: () => void
}

/** What an administrator changes of an account: plan and limits, credits, and whether it may be used. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const { id, email, disabled_at: disabled } = account
  const queries = useQueryClient()
  const user = useUser()
  const [asking, setAsking] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: ACCOUNTS.slice(0, 1) })
  const setDisabled = async (value: boolean) => {
    await session.client.admin.updateAccount(id, { disabled: value })
    await refresh()
    onClose()
  }
  const enable = useMutation({ mutationFn: () => setDisabled(false) })
  if (asking) {
    return (
      <Confirm
        title={t.disableTitle(email)}
        text={t.disableText}
        action={t.disable}
        work={() => setDisabled(true)}
        onClose={() => setAsking(false)}
      />
    )
  }
  return (
    <Modal title={t.open(email)} onClose={onClose}>
      <p className="quiet">{t.stored(sizeOf(account.stored_bytes), account.keys)}</p>
      <PlanAndLimits account={account} onSaved={refresh} />
      <Grant id={id} onGranted={refresh} />
      <Problem error={enable.error} />
      {user?.id !== id && (
        <footer>
          {disabled ? (
            <Button busy={enable.isPending} onClick={() => enable.mutate()}>
              {t.enable}
            </Button>
          ) : (
            <Button kind="danger" onClick={() => setAsking(true)}>
              {t.disable}
            </Button>
          )}
        </footer>
      )}
    </Modal>
  )
}

/** Empty means no limit. */
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))

function PlanAndLimits({ account, onSaved }: { readonly account: AdminAccount; readonly onSaved: () => unknown }) {
  const { id, requests_per_minute: minute, requests_per_day: day } = account
  const [plan, setPlan] = useState(account.plan)
  const [perMinute, setPerMinute] = useState(String(minute ?? ''))
  const [perDay, setPerDay] = useState(String(day ?? ''))
  const save = useMutation({
    mutationFn: async () =>
      session.client.admin.updateAccount(id, {
        // A plan that is given again would begin a new month.
        ...(plan !== account.plan && { plan: plan as (typeof PLANS)[number] }),
        requests_per_minute: limitOf(perMinute),
        requests_per_day: limitOf(perDay),
      }),
    onSuccess: onSaved,
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <SelectField label={t.plan} value={plan} onChange={setPlan} options={[...PLANS]} />
      {plan === 'Enterprise' && (
        <>
          <TextField
            label={t.perMinute}
            type="number"
            min={1}
            value={perMinute}
            onChange={({ currentTarget }) => setPerMinute(currentTarget.value)}
          />
          <TextField
            label={t.perDay}
            type="number"
            min={1}
            hint={t.limitHint}
            value={perDay}
            onChange={({ currentTarget }) => setPerDay(currentTarget.value)}
          />
        </>
      )}
      <Problem error={save.error} />
      <Button type="submit" busy={save.isPending}>
        {t.save}
      </Button>
    </form>
  )
}

function Grant({ id, onGranted }: { readonly id: string; readonly onGranted: () => unknown }) {
  const [credits, setCredits] = useState('')
  const [note, setNote] = useState('')
  const grant = useMutation({
    mutationFn: async () => session.client.admin.grantCredits(id, Number(credits), note.trim() || undefined),
    onSuccess: () => {
      setCredits('')
      return onGranted()
    },
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        grant.mutate()
      }}
    >
      <TextField
        label={t.grant}
        type="number"
        min={1}
        max={1_000_000}
        required
        value={credits}
        onChange={({ currentTarget }) => setCredits(currentTarget.value)}
      />
      <TextField
        label={t.note}
        maxLength={200}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Problem error={grant.error} />
      {grant.data && <output className="hint">{t.granted(grant.data.granted, grant.data.credits)}</output>}
      <Button type="submit" busy={grant.isPending}>
        {t.grantNow}
      </Button>
    </form>
  )
}
