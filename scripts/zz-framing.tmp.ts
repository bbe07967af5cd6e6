import { mkdirSync, readdirSync } from 'node:fs'
import { framing } from './bench/quality/framing.ts'
import { realNetworks } from '../packages/server/test/support/real-networks.ts'
mkdirSync('/tmp/layers/bench', { recursive: true })
const photos = readdirSync('/tmp/jpg').filter(n=>n.endsWith('.jpg')).sort().map((n) => `/tmp/jpg/${n}`)
const networks = realNetworks()
console.log(await framing({ networks })({ photos, into: '/tmp/layers/bench' }))
process.exit(0)
