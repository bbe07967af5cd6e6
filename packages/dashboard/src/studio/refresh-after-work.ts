import type { QueryClient } from '@tanstack/react-query'
import { BALANCE } from '../frame/balance.tsx'

/** What is different after a picture was made: the balance and the library. */
export function refreshAfterWork(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: BALANCE })
  void queries.invalidateQueries({ queryKey: ['library'] })
}
