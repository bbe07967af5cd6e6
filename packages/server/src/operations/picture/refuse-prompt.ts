import { ServiceError } from '../../base/service-error.ts'

/**
 * Refuses a prompt when no engine could follow it, because a prompt must never be accepted and ignored. This version has no
 * such engine to set up, so the message names no setting.
 *
 * @param about what the prompt is for, and what to do without one
 * @throws ServiceError `engine_unavailable`, with the missing capability
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
