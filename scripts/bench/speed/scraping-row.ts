import { startServer } from '../child-process.ts'
import { type Target, throughput } from './http-load.ts'
import { inTurn, median, medianRatio, type Row } from './speed-row.ts'

const CONNECTIONS = 16
const SECONDS = 4
const ROUNDS = 7
const PORT = 9464
const EVERY_MS = 100

/** What a Prometheus that scrapes ten times a second takes from callers. */
export const scraping: Row = {
  name: 'light requests while metrics are scraped every 100 ms',
  target: '≥ 0.99 of the same server without scraping',
  async run() {
    const server = await startServer({ PLATELIGHT_LOG: 'info', PLATELIGHT_METRICS_PORT: String(PORT) })
    const target: Target = {
      url: server.url,
      path: '/v1/account/credits',
      headers: { authorization: `Bearer ${server.key}` },
    }
    const scraped = async (): Promise<number> => {
      const scrape = () => fetch(`http://127.0.0.1:${PORT}/metrics`).then((reply) => reply.arrayBuffer())
      const timer = setInterval(() => void scrape(), EVERY_MS)
      return throughput(target, CONNECTIONS, SECONDS).finally(() => clearInterval(timer))
    }
    const alone = () => throughput(target, CONNECTIONS, SECONDS)
    try {
      // V8 must compile both before the measurement.
      await scraped()
      const rates = await inTurn(ROUNDS, { scraped, alone })
      return {
        ours: `${median(rates.scraped).toFixed(0)} requests/s`,
        peer: `${median(rates.alone).toFixed(0)} requests/s`,
        ratio: medianRatio(rates.scraped, rates.alone),
        note: 'the scraper takes a part of the same two processors',
      }
    } finally {
      await server.stop()
    }
  },
}
