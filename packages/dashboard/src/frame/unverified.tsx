import { useMutation } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'

/** What a person whose address is not confirmed has to do first. */
export function Unverified() {
  const user = useUser()
  const resend = useMutation({ mutationFn: async () => session.client.auth.resendVerification() })
  if (!user || user.email_verified) return null
  return (
    <aside className="notice">
      <MailWarning aria-hidden />
      <p>{messages.unverified.text(user.email)}</p>
      {resend.isSuccess ? (
        <p role="status">{messages.unverified.sent}</p>
      ) : (
        <Button busy={resend.isPending} onClick={() => resend.mutate()}>
          {messages.unverified.resend}
        </Button>
      )}
      <Problem error={resend.error} />
    </aside>
  )
}
