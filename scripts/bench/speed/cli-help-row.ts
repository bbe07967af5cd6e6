import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../child-process.ts'
import { inTurn, median, type Row } from './speed-row.ts'

const ROUNDS = 15

/** The time for a help text, in a new process each time. */
export const cliHelp: Row = {
  name: 'platelight --help',
  target: '≤ 150 ms; the peer is Node doing nothing',
  async run() {
    const cli = join(root, 'packages', 'cli', 'bin', 'platelight.js')
    const times = await inTurn(ROUNDS, {
      ours: async () => timed([cli, '--help']),
      theirs: async () => timed(['--eval', '0']),
    })
    const [ours, theirs] = [median(times.ours), median(times.theirs)]
    return {
      ours: `${ours.toFixed(0)} ms`,
      peer: `${theirs.toFixed(0)} ms`,
      ratio: theirs / ours,
      note: `${(ours - theirs).toFixed(0)} ms of it are ours`,
    }
  },
}

function timed(args: string[]): number {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - started
}
