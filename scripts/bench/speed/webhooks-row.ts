// Events for fifty receivers while photos are enhanced. This process writes them into the tables with the server's own
// code, so that many are due at one moment. The server signs and sends them. The receivers are in this process too, on
// the same cores, and so are those of the peer.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS, EVENTS, openReceivers, SAMPLE } from './fifty-receivers.ts'
import { inTurn, median, medianRatio, type Row } from './speed-row.ts'

const ROUNDS = 5
/** The server's deliveries in flight: four to each receiver. */
const AT_ONCE = 4 * ENDPOINTS

export const webhookFanOut: Row = {
  name: 'webhooks: deliveries to fifty loopback receivers while photos are enhanced',
  target: '≥ 300 deliveries/s, signatures included; the peer is undici posting the same, as many at once',
  async run() {
    const bench = await openReceivers()
    const peer = fork(fileURLToPath(new URL('peers/bare-posts.mjs', import.meta.url)), { execArgv: [] })
    try {
      const theirs = async () => {
        peer.send({ urls: bench.urls, body: JSON.stringify(SAMPLE), each: EVENTS, atOnce: AT_ONCE })
        const [{ seconds }] = (await once(peer, 'message')) as [{ seconds: number }]
        return (EVENTS * ENDPOINTS) / seconds
      }
      const ours = async () => (EVENTS * ENDPOINTS) / (await bench.fanOut(bench.urls))
      const photos = bench.enhancing()
      await ours()
      await theirs()
      const rates = await inTurn(ROUNDS, { ours, theirs })
      const perSecond = await photos.stop()
      return {
        ours: `${median(rates.ours).toFixed(0)} deliveries/s`,
        peer: `${median(rates.theirs).toFixed(0)} posts/s`,
        ratio: medianRatio(rates.ours, rates.theirs),
        note: `${EVENTS * ENDPOINTS} a round, from the moment they are due; ${perSecond.toFixed(1)} photos/s beside them`,
      }
    } finally {
      peer.kill()
      await bench.close()
    }
  },
}

export const webhookDead: Row = {
  name: 'webhooks: one receiver of fifty never answers',
  target: '≤ 1 s later for the others; the peer is the same with fifty that answer',
  async run() {
    const bench = await openReceivers()
    try {
      const others = bench.urls.slice(1)
      const round = async (path: string) => {
        await bench.moveFirst(path)
        return bench.fanOut(others)
      }
      const photos = bench.enhancing()
      await round('/0')
      const seconds = await inTurn(ROUNDS, { dead: () => round('/dead'), living: () => round('/0') })
      await photos.stop()
      const later = median(seconds.dead.map((value, index) => value - (seconds.living[index] ?? Number.NaN)))
      return {
        ours: `${median(seconds.dead).toFixed(2)} s`,
        peer: `${median(seconds.living).toFixed(2)} s`,
        ratio: null,
        note: `the last of ${EVENTS} events to each of the other ${others.length} comes ${later.toFixed(2)} s later`,
      }
    } finally {
      await bench.close()
    }
  },
}
