import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../child-process.ts'
import type { Row } from './speed-row.ts'

/** What an application ships when it uses the whole client. `scripts/size.ts` measures it and fails above the budget. */
export const sdkSize: Row = {
  name: '@platelight/sdk in a browser bundle, gzip',
  target: '≤ 14 KiB; the peer is the budget',
  async run() {
    const args = ['--import', 'tsx', join(root, 'scripts', 'size.ts')]
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    const [, ours, budget] = /@platelight\/sdk\s+([\d.]+) of ([\d.]+) KiB/.exec(stdout) ?? []
    if (!ours || !budget) throw new Error(`scripts/size.ts did not weigh the SDK: ${stdout}${stderr}`)
    return {
      ours: `${ours} KiB`,
      peer: `${budget} KiB`,
      ratio: Number(budget) / Number(ours),
      note: 'nothing to install beside it',
    }
  },
}
