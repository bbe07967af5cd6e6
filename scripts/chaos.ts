// Kills the built server again and again while it works. At the end it audits that nothing was lost, done twice or
// invented: `pnpm chaos [--kills 50] [--seed N] [--seconds 150]`. Exits with 1 when anything is wrong.

import { parseArgs } from 'node:util'
import { runChaos } from './chaos/run-chaos.ts'

const SHOWN = 40

const { values } = parseArgs({
  options: { kills: { type: 'string' }, seed: { type: 'string' }, seconds: { type: 'string' } },
})

function whole(name: keyof typeof values, otherwise: number): number {
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

const { violations, figures } = await runChaos({ kills, seed, seconds, say: (line) => console.log(line) })
console.log('')
for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(16)}${Math.round(figure)}`)
if (violations.length > 0) {
  console.error(`\n${violations.length} things are wrong; the same again: pnpm chaos --kills ${kills} --seed ${seed}`)
  for (const violation of violations.slice(0, SHOWN)) console.error(`  ${violation}`)
  process.exitCode = 1
} else console.log('\nNothing was lost, done twice or invented.')
