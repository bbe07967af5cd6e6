import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dataMessages as t } from '../messages/data-messages.ts'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Problem } from '../ui/problem.tsx'
import { submitted } from '../ui/submitted.ts'
import { TextField } from '../ui/text-field.tsx'

interface DeleteAccountProps {
  readonly email: string
  readonly onClose: () => void
}

/** Asks for the address before everything goes, and says afterwards what went. */
export function DeleteAccount({ email, onClose }: DeleteAccountProps) {
  const [typed, setTyped] = useState('')
  const remove = useMutation({ mutationFn: async () => session.client.account.delete() })
  const isSame = typed.trim().toLowerCase() === email.toLowerCase()
  if (remove.isSuccess) {
    const leave = () => void session.resume()
    return (
      <Modal title={t.deleted} onClose={leave}>
        <p>{remove.data.message}</p>
        <footer>
          <Button kind="main" onClick={leave}>
            {t.leave}
          </Button>
        </footer>
      </Modal>
    )
  }
  return (
    <Modal title={t.sure} onClose={onClose}>
      <p>{t.deleteText}</p>
      <form className="stack" onSubmit={submitted(() => isSame && remove.mutate())}>
        <TextField
          label={t.type(email)}
          name="email"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Problem error={remove.error} />
        <footer>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button kind="danger" type="submit" disabled={!isSame} busy={remove.isPending}>
            {t.forever}
          </Button>
        </footer>
      </form>
    </Modal>
  )
}
