import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listening, type Server, startServer } from '../child-process.ts'
import { latencies, type Target, throughput } from './http-load.ts'
import { withPostgres } from './postgres.ts'
import { inTurn, median, medianRatio, quantile, type Row } from './speed-row.ts'

const CONNECTIONS = 16
const SECONDS = 4
const ROUNDS = 5
const REQUESTS_PER_SECOND = 500
const LATENCY_SECONDS = 10

/** The cost of the stages of a request: credential, rate limits, validation, headers and log. */
export const lightRequest: Row = {
  name: 'light request, GET /v1/account/credits',
  target: '≥ 0.25 of bare Express with the same SQLite read; p99 ≤ 15 ms at 500 requests/s',
  run: () => compared({}, ({ data }) => join(data, 'platelight.db')),
}

export const lightRequestOnPostgres: Row = {
  name: 'light request on PostgreSQL',
  target: '≥ 0.2 of bare Express with the same read through pg',
  run: () => withPostgres(({ url }) => compared({ PLATELIGHT_DATABASE_URL: url }, () => url)),
}

/** @param database what the peer reads */
async function compared(env: NodeJS.ProcessEnv, database: (server: Server) => string) {
  const server = await startServer({ PLATELIGHT_LOG: 'info', ...env })
  const bare = fileURLToPath(new URL('peers/bare-express.mjs', import.meta.url))
  let express: Awaited<ReturnType<typeof listening>> | undefined
  try {
    express = await listening([bare, database(server)])
    const headers = { authorization: `Bearer ${server.key}` }
    const ours: Target = { url: server.url, path: '/v1/account/credits', headers }
    const theirs: Target = { ...ours, url: express.url }
    // V8 must compile both before the measurement.
    for (const target of [ours, theirs]) await throughput(target, CONNECTIONS, 2)

    const rates = await inTurn(ROUNDS, {
      ours: () => throughput(ours, CONNECTIONS, SECONDS),
      theirs: () => throughput(theirs, CONNECTIONS, SECONDS),
    })
    const milliseconds = await latencies(ours, REQUESTS_PER_SECOND, LATENCY_SECONDS)
    const p99 = quantile(milliseconds, 0.99)
    return {
      ours: `${median(rates.ours).toFixed(0)} requests/s`,
      peer: `${median(rates.theirs).toFixed(0)} requests/s`,
      ratio: medianRatio(rates.ours, rates.theirs),
      note: `at ${REQUESTS_PER_SECOND} requests/s: p50 ${quantile(milliseconds, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    }
  } finally {
    await Promise.all([server.stop(), express?.stop()])
  }
}
