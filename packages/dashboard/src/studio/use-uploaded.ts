import { skipToken, useQuery } from '@tanstack/react-query'
import { session } from '../session/dashboard-session.ts'

/** The address of a picture on the server, where a file is uploaded first, once for each key. */
export const useUploaded = (of: { readonly key: string; readonly source: File | string } | undefined) =>
  useQuery({
    queryKey: ['uploaded', of?.key],
    queryFn: of
      ? async () => (of.source instanceof File ? (await session.client.uploads.create(of.source)).url : of.source)
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
