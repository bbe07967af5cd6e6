import { AbortError } from '@platelight/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshAfterWork } from '../refresh-after-work.ts'
import { type CallHandle, type FollowedCall, followCall, type Stage } from './follow-call.ts'

interface CallState<T> {
  readonly isWorking: boolean
  readonly isCancelling?: boolean
  readonly stage?: Stage
  readonly result?: T
  readonly error?: unknown
}

/** One call at a time whose work is followed, and can be cancelled. */
export function useFollowedCall<T>() {
  const queries = useQueryClient()
  const current = useRef<FollowedCall<T>>(undefined)
  const [state, setState] = useState<CallState<T>>({ isWorking: false })
  return {
    ...state,

    async start(make: (handle: CallHandle) => PromiseLike<T>) {
      setState({ isWorking: true })
      current.current = followCall(make, (stage) => setState((now) => (now.isWorking ? { ...now, stage } : now)))
      try {
        setState({ isWorking: false, result: await current.current.result })
      } catch (error) {
        setState({ isWorking: false, ...(!(error instanceof AbortError) && { error }) })
      } finally {
        refreshAfterWork(queries)
      }
    },

    cancel() {
      setState((now) => ({ ...now, isCancelling: true }))
      void current.current?.cancel()
    },
  }
}
