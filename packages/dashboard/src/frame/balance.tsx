import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'

export const BALANCE = ['balance']
export const useBalance = () => useQuery({ queryKey: BALANCE, queryFn: async () => session.client.account.credits() })

/** What is left, always in sight. */
export function Balance() {
  const { data } = useBalance()
  return (
    <Link to="/billing" className="balance">
      {data ? messages.balance(data.credits) : ''}
    </Link>
  )
}
