import type { QueryClient } from '@tanstack/react-query'
import { BALANCE } from '../frame/balance.tsx'

/** What is different after a picture was made: the balance. The library reads what is new when it is opened. */
export function refreshAfterWork(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: BALANCE })
}
