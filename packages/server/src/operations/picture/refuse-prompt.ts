import { ServiceError } from '../../base/service-error.ts'

/**
 * Refuses a prompt where no engine could follow it: words are never taken and then left aside. There is no engine for them
 * to set up yet, so no setting is named.
 *
 * @param about what the prompt is for, and what to do without one
 * @throws ServiceError `engine_unavailable`, with the capability that is missing
 * @example refusePrompt(prompt, { what: 'a hero shot', wayOut: 'Leave prompt out and choose a backdrop.' })
 */
export function refusePrompt(
  prompt: string | undefined,
  { what, wayOut }: { readonly what: string; readonly wayOut: string },
): void {
  if (prompt === undefined || prompt.trim() === '') return
  throw new ServiceError(
    'engine_unavailable',
    `A prompt for ${what} needs a picture generator. This server has none, and this version cannot be connected to one. ${wayOut}`,
    { capability: 'synthesis' },
  )
}
