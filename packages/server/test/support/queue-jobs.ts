import type { Customer, TestApp } from './start-app.ts'

/** The part of a jobs reply that tests read. */
export interface JobReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, never> & {
    readonly job_id: string
    readonly error?: { readonly code: string; readonly message: string }
    readonly detail?: { readonly loc: (string | number)[]; readonly type: string }[]
  }
}

/** Submits a job by plain HTTP, with any body. */
export async function submit(
  { url }: Pick<TestApp, 'url'>,
  { headers }: Pick<Customer, 'headers'>,
  body: unknown,
  more: Record<string, string> = {},
): Promise<JobReply> {
  const response = await fetch(`${url}/api/jobs/submit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as JobReply['body'] }
}

/** One server-sent event: a comment has no fields. */
export interface ServerSent {
  readonly id?: string
  readonly event?: string
  readonly data?: { readonly status: string; readonly progress?: { readonly current: number } }
  readonly comment?: string
}

/** Follows a job. Events are collected until the stream ends or `leave` is called. */
export async function follow(
  { url }: Pick<TestApp, 'url'>,
  { headers }: Pick<Customer, 'headers'>,
  jobId: string,
  more: Record<string, string> = {},
) {
  const caller = new AbortController()
  const response = await fetch(`${url}/api/jobs/${jobId}/events`, {
    headers: { ...headers, ...more },
    signal: caller.signal,
  })
  const events: ServerSent[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) if (!part.startsWith('retry:')) events.push(parsed(part))
    }
  }
  const ended = read().catch((error: Error) => error.name)
  return { response, events, ended, leave: () => caller.abort() }
}

function parsed(text: string): ServerSent {
  if (text.startsWith(':')) return { comment: text.slice(1).trim() }
  const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
}
