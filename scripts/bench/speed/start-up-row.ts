import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listening, serverBin, startServer } from '../child-process.ts'
import { inTurn, median, medianRatio, type Row } from './speed-row.ts'

const ROUNDS = 7

/** From the start of the process to the first reply of /health, on an existing folder and on a new one. */
export const startUp: Row = {
  name: 'server start to ready',
  target: '≤ 1500 ms; the peer is bare Express with SQLite',
  async run() {
    const bare = fileURLToPath(new URL('peers/bare-express.mjs', import.meta.url))
    const folders: string[] = []
    const used = await startServer()
    const newFolder = () => {
      const folder = mkdtempSync(join(tmpdir(), 'platelight-bench-'))
      folders.push(folder)
      return folder
    }
    try {
      const start = (data: string) => ['start', '--data', data, '--port', '0', '--ready-json']
      const again = newFolder()
      await timed([serverBin, ...start(again)], '/health')
      const times = await inTurn(ROUNDS, {
        ours: () => timed([serverBin, ...start(again)], '/health'),
        fresh: () => timed([serverBin, ...start(newFolder())], '/health'),
        theirs: () => timed([bare, join(used.data, 'platelight.db')], '/v1/account/credits'),
      })
      return {
        ours: `${median(times.ours).toFixed(0)} ms`,
        peer: `${median(times.theirs).toFixed(0)} ms`,
        ratio: medianRatio(times.theirs, times.ours),
        note: `${median(times.fresh).toFixed(0)} ms on a new folder, migrations included`,
      }
    } finally {
      await used.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function timed(args: string[], path: string): Promise<number> {
  const started = performance.now()
  const server = await listening(args)
  const { status } = await fetch(server.url + path)
  const elapsed = performance.now() - started
  await server.stop()
  if (status !== 200) throw new Error(`${args[0]} answered ${path} with ${status}`)
  return elapsed
}
