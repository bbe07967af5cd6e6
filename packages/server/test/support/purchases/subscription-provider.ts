import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The REST API of a provider of subscriptions, on loopback. It answers what a test has set. */
export async function startSubscriptionProvider() {
  /** What is known of each subscriber. */
  const subscribers = new Map<string, object>()
  const requests: { path: string; authorization: string | undefined }[] = []
  let outage: { status: number; body?: string } | undefined
  let at: (() => Date) | undefined
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, authorization: request.headers.authorization })
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    if (outage) return void answer(outage.status, outage.body ?? '{}')
    const id = decodeURIComponent(path.split('/').at(-1) ?? '')
    const subscriber = subscribers.get(id)
    if (!subscriber) return void answer(404, '{"code":7259,"message":"Subscriber not found."}')
    const now = at?.() ?? new Date()
    const whole = { original_app_user_id: id, subscriptions: {}, non_subscriptions: {}, ...subscriber }
    answer(200, JSON.stringify({ request_date: now.toISOString(), request_date_ms: now.getTime(), subscriber: whole }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    subscribers,
    requests,
    /** Answers everything with an error from now on; undefined ends that. */
    fail(with_: { status: number; body?: string } | undefined): void {
      outage = with_
    },
    /** The clock of its answers; undefined is the real one. */
    answersAt(clock: (() => Date) | undefined): void {
      at = clock
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
