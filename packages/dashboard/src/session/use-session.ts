import type { User } from '@platelight/sdk'
import { useSyncExternalStore } from 'react'
import { type SessionState, session } from './dashboard-session.ts'

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.current)

/** The signed-in person; undefined for a moment after the session has ended. */
export function useUser(): User | undefined {
  const state = useSession()
  return state.is === 'in' ? state.user : undefined
}
