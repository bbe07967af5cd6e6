import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { AccountFrame } from './account-frame.tsx'
import { Keys } from './keys.tsx'

export function Page() {
  const t = messages.account
  const user = useUser()
  const leave = useMutation({ mutationFn: () => session.signOut() })
  const out = (
    <Button busy={leave.isPending} onClick={() => leave.mutate()}>
      <LogOut aria-hidden />
      {t.signOut}
    </Button>
  )
  return (
    <AccountFrame title={t.title} aside={out}>
      <p className="quiet">{user && t.signedInAs(user.email)}</p>
      <Problem error={leave.error} />
      <Keys />
    </AccountFrame>
  )
}
