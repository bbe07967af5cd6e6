// What each client does on the same replies. Nothing here knows which client it is.

import {
  aborted,
  attemptsOf,
  type Contestant,
  failing,
  fine,
  NOT_THERE,
  obeyed,
  on,
  pathTo,
  pause,
  settled,
  thrown,
} from './client-trial.ts'
import { REQUEST_ID, type Reply, sends, stub } from './stub-server.ts'

export interface ClientRow {
  readonly name: string
  /** Times a moment, so that nothing else may be measured meanwhile. */
  readonly alone?: true
  /** What the client did, in a few words. "–": it has no such case. */
  measure(contestant: Contestant): Promise<string>
}

export const CLIENT_ROWS: readonly ClientRow[] = [
  {
    name: 'a read answered with 503',
    measure: (contestant) => on(contestant, [failing(503)], attemptsOf('read')),
  },
  {
    name: 'a payment answered with 503, no key of the caller',
    measure: (contestant) => on(contestant, [failing(503)], attemptsOf('write')),
  },
  {
    name: 'a payment whose connection is lost',
    measure: (contestant) => on(contestant, [(response) => response.destroy()], attemptsOf('write')),
  },
  {
    name: '`Retry-After: 2` is obeyed',
    measure: (contestant) =>
      on(contestant, [failing(429, { 'retry-after': '2' }), fine(contestant)], async ({ read }, { requests }) => {
        await settled(read())
        const [first, second] = requests
        return second ? obeyed(second.at - ((first?.at ?? 0) + 2000)) : 'no second attempt'
      }),
  },
  {
    name: '`Retry-After` with a date is obeyed',
    async measure(contestant) {
      let due = 0
      const dated: Reply = (response) => {
        due = Math.floor(Date.now() / 1000 + 3) * 1000
        failing(429, { 'retry-after': new Date(due).toUTCString() })(response)
      }
      return on(contestant, [dated, fine(contestant)], async ({ read }, { requests }) => {
        await settled(read())
        return requests[1] ? obeyed(requests[1].at - due) : 'no second attempt'
      })
    },
  },
  {
    name: '`Retry-After` of an hour',
    measure: (contestant) =>
      on(contestant, [failing(429, { 'retry-after': '3600' })], async ({ read }, { requests }) => {
        const { error } = await settled(read())
        const how = requests.length === 1 ? 'at once' : `after ${requests.length} attempts`
        const path = pathTo(error, (value) => value === 3_600_000 || value === 3600)
        return `throws ${how}${path ? `, \`${path}\`` : ''}`
      }),
  },
  {
    name: 'aborted before the reply',
    alone: true,
    measure: (contestant) => aborted(contestant, () => {}),
  },
  {
    name: 'aborted in the middle of the body',
    alone: true,
    measure: (contestant) =>
      aborted(contestant, (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
      }),
  },
  {
    name: 'aborted between two attempts',
    alone: true,
    measure: (contestant) => aborted(contestant, failing(503)),
  },
  {
    name: 'the connection is closed after an abort',
    async measure(contestant) {
      if (!contestant.takes.signal) return NOT_THERE
      return on(contestant, [() => {}], async ({ read }, { requests, hungUp }) => {
        const abort = new AbortController()
        void settled(read(abort.signal))
        while (requests.length === 0) await pause(5)
        abort.abort()
        for (let waited = 0; waited < 2000 && hungUp() === 0; waited += 20) await pause(20)
        return hungUp() > 0 ? 'yes' : 'no'
      })
    },
  },
  {
    name: 'no reply within the time-out',
    async measure(contestant) {
      if (!contestant.takes.timeout) return NOT_THERE
      return on(contestant, [() => {}], async ({ read }) => thrown(await settled(read())), 300)
    },
  },
  {
    name: 'a web page with 200 (captive portal)',
    measure: (contestant) =>
      on(
        contestant,
        [sends(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' })],
        async ({ read }) => thrown(await settled(read())),
      ),
  },
  {
    name: 'JSON that ends too early',
    measure: (contestant) =>
      on(contestant, [sends(200, '{"id":"x","cred')], async ({ read }) => thrown(await settled(read()))),
  },
  {
    name: 'connection lost in the middle of the body',
    measure: (contestant) =>
      on(
        contestant,
        [
          (response) => {
            response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' }).write('{"id":')
            setTimeout(() => response.destroy(), 50)
          },
        ],
        async ({ read }) => thrown(await settled(read())),
      ),
  },
  {
    name: '402 is an error of its own, with the missing amount',
    measure: (contestant) => {
      const error = {
        type: contestant.refusalType ?? 'insufficient_credits',
        code: 'insufficient_credits',
        message: 'Not enough credits.',
        required_credits: 5,
        available_credits: 2,
      }
      return on(contestant, [sends(402, { type: 'error', error })], async ({ write }, { requests }) => {
        const outcome = await settled(write())
        const path = pathTo(outcome.error, (value) => value === 5)
        const again = requests.length > 1 ? `, after ${requests.length} attempts` : ''
        return `${thrown(outcome)}${path ? `, \`${path}\`` : ', without it'}${again}`
      })
    },
  },
  {
    name: 'the error names the request',
    measure: (contestant) =>
      on(contestant, [failing(404)], async ({ read }) => {
        const path = pathTo((await settled(read())).error, (value) => value === REQUEST_ID)
        return path ? `\`${path}\`` : 'no'
      }),
  },
  {
    name: '204 after a deletion',
    measure: (contestant) =>
      on(contestant, [(response) => response.writeHead(204).end()], async ({ remove }) => {
        const removing = remove?.()
        if (!removing) return NOT_THERE
        return thrown(await settled(removing))
      }),
  },
  {
    name: 'a redirect to another host gets the key',
    async measure(contestant) {
      const { SECRET } = await import(new URL('./contestants.mjs', import.meta.url).href)
      const other = await stub(fine(contestant))
      const location = `${other.url.replace('127.0.0.1', 'localhost')}/elsewhere`
      try {
        return await on(contestant, [sends(307, '', { location })], async ({ read }, { requests }) => {
          const outcome = await settled(read())
          const hasKey = (arrived: object | undefined) => JSON.stringify(arrived).includes(SECRET)
          if (!hasKey(requests[0])) throw new Error('The client sends another key.')
          const [arrived] = other.requests
          if (arrived) return hasKey(arrived) ? 'yes' : 'no'
          return `no, ${outcome.error ? thrown(outcome) : 'not followed'}`
        })
      } finally {
        other.close()
      }
    },
  },
  {
    name: '`__proto__` in a reply changes no other object',
    measure: (contestant) => {
      const body = `{"__proto__":{"spoilt":1},"constructor":{"prototype":{"spoilt":1}},"id":"x"}`
      return on(contestant, [sends(200, body), sends(404, `{"error":${body}}`)], async ({ read }) => {
        await settled(read())
        await settled(read())
        return 'spoilt' in {} ? 'no' : 'yes'
      })
    },
  },
]
