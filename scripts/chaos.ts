// Kills the built server again and again while it works. At the end it audits that nothing was lost, done twice or
// invented: `pnpm chaos [--grown] [--kills 50] [--seed N] [--seconds 150]`. With --grown there are two API processes and three
// workers on PostgreSQL and S3, and PostgreSQL is killed too. Exits with 1 when anything is wrong.

import { parseArgs } from 'node:util'
import { runChaos } from './chaos/run-chaos.ts'

const SHOWN = 40

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seed: { type: 'string' },
    seconds: { type: 'string' },
    grown: { type: 'boolean', default: false },
  },
})
const { grown } = values

function whole(name: 'kills' | 'seed' | 'seconds', otherwise: number): number {
  const given = values[name]
  if (given === undefined) return otherwise
  if (!/^\d+$/.test(given)) {
    console.error(`--${name} is a whole number, not ${given}.`)
    process.exit(2)
  }
  return Number(given)
}

const kills = whole('kills', 50)
const seed = whole('seed', Math.floor(Math.random() * 1_000_000))
const seconds = whole('seconds', kills * 3)

const say = (line: string) => console.log(line)
const { violations, figures, killsOf } = await runChaos({ kills, seed, seconds, grown, say })
console.log('')
for (const [kind, count] of Object.entries(killsOf)) console.log(`${`kills of ${kind}`.padEnd(20)}${count}`)
for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(20)}${Math.round(figure)}`)
if (violations.length > 0) {
  const again = `pnpm chaos${grown ? ' --grown' : ''} --kills ${kills} --seed ${seed} --seconds ${seconds}`
  console.error(`\n${violations.length} things are wrong; the same again: ${again}`)
  for (const violation of violations.slice(0, SHOWN)) console.error(`  ${violation}`)
  process.exitCode = 1
} else console.log('\nNothing was lost, done twice or invented.')
