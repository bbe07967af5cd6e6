import { APIError } from '@platelight/sdk'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from '../messages/messages.ts'

/** What went wrong, in the words of the server, with the page that explains it. Nothing without an error. */
export function Problem({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) {
  if (!error) return null
  const page = error instanceof APIError ? error.docsUrl : null
  return (
    <div className="problem" role="alert">
      <CircleAlert aria-hidden />
      <div>
        <p lang="en" dir="auto">
          {error instanceof Error ? error.message : String(error)}
        </p>
        {page && <a href={new URL(page).pathname}>{messages.explain}</a>}
        {children}
      </div>
    </div>
  )
}
