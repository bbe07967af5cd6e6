import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listening, startServer } from '../child-process.ts'
import { latencies, type Target, throughput } from './http-load.ts'
import { inTurn, median, medianRatio, quantile, type Row } from './speed-row.ts'

const CONNECTIONS = 16
const SECONDS = 4
const ROUNDS = 5

/** Everything between a socket and an answer: key, limits, validation, headers, log. */
export const lightRequest: Row = {
  name: 'light request, GET /v1/account/credits',
  target: '≥ 0.25 of bare Express with the same SQLite read; p99 ≤ 15 ms at 500 requests/s',
  async run() {
    const server = await startServer({ PLATELIGHT_LOG: 'info' })
    const bare = fileURLToPath(new URL('peers/bare-express.mjs', import.meta.url))
    const express = await listening([bare, join(server.data, 'platelight.db')])
    try {
      const headers = { authorization: `Bearer ${server.key}` }
      const ours: Target = { url: server.url, path: '/v1/account/credits', headers }
      const theirs: Target = { ...ours, url: express.url }
      // Both have to be compiled by V8 before anything counts.
      for (const target of [ours, theirs]) await throughput(target, CONNECTIONS, 2)

      const rates = await inTurn(ROUNDS, {
        ours: () => throughput(ours, CONNECTIONS, SECONDS),
        theirs: () => throughput(theirs, CONNECTIONS, SECONDS),
      })
      const taken = await latencies(ours, 500, 10)
      const p99 = quantile(taken, 0.99)
      return {
        ours: `${median(rates.ours).toFixed(0)} requests/s`,
        peer: `${median(rates.theirs).toFixed(0)} requests/s`,
        ratio: medianRatio(rates.ours, rates.theirs),
        note: `at 500 requests/s: p50 ${quantile(taken, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      }
    } finally {
      await Promise.all([server.stop(), express.stop()])
    }
  },
}
