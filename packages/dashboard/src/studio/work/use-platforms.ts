import { useQuery } from '@tanstack/react-query'
import { session } from '../../session/dashboard-session.ts'

/** The platforms of this server, with their rules. */
export const usePlatforms = () =>
  useQuery({
    queryKey: ['platforms'],
    queryFn: async () => session.visitor.catalogs.platforms(),
    staleTime: Number.POSITIVE_INFINITY,
  })
