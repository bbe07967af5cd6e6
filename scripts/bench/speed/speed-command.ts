// Absolute figures belong to one machine. Only the ratios are promised, each to a peer that ran alternately with ours.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../child-process.ts'
import { commit, machine } from '../describe-machine.ts'
import { assets } from './asset-rows.ts'
import { picturesInS3 } from './blobs-row.ts'
import { cliHelp } from './cli-help-row.ts'
import { enhancePixels, enhancePixelsLimit } from './enhance-pixels-row.ts'
import { lightRequest, lightRequestOnPostgres } from './light-request-row.ts'
import { localEdit } from './local-edit-row.ts'
import { cutOut, detail } from './networks-row.ts'
import { preview } from './preview-row.ts'
import { claimOnPostgres, claimOnSqlite } from './queue/claim-row.ts'
import { queueJob, queueJobOnPostgres } from './queue/queue-row.ts'
import { workerRows } from './queue/workers-row.ts'
import { reel } from './reel-row.ts'
import { restoring } from './restore-row.ts'
import { scraping } from './scraping-row.ts'
import { ownPhotosThroughput, serverThroughput } from './server-throughput-row.ts'
import type { Result, Row } from './speed-row.ts'
import { startUp } from './start-up-row.ts'
import { webhookDead, webhookFanOut } from './webhooks-row.ts'

/** What an application ships when it uses the whole client. `scripts/size.ts` measures it and fails above the budget. */
const sdkSize: Row = {
  name: '@platelight/sdk in a browser bundle, gzip',
  target: '≤ 16 KiB; the peer is the budget',
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

const rows: Record<string, Row[]> = {
  'server-throughput': serverThroughput,
  'enhance-pixels': [enhancePixels, enhancePixelsLimit],
  restoring: [restoring],
  preview: [preview],
  assets,
  reel: [reel],
  'local-edit': [localEdit],
  networks: [cutOut, detail],
  'light-request': [lightRequest, lightRequestOnPostgres],
  scraping: [scraping],
  queue: [queueJob, queueJobOnPostgres],
  claim: [claimOnSqlite, claimOnPostgres],
  workers: workerRows,
  blobs: [picturesInS3],
  webhooks: [webhookFanOut, webhookDead],
  'start-up': [startUp],
  'cli-help': [cliHelp],
  'sdk-size': [sdkSize],
}

const USAGE = `npm run bench -- [row …] [--photos FOLDER] [--write]

  row       ${Object.keys(rows).join(', ')}; all by default
  --photos  adds the throughput with the photos of this folder
  --write   keeps the table in docs/benchmarks.md`

const OPTIONS = {
  photos: { type: 'string' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** The parsed arguments, or what is wrong with them. */
function read(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const unknown = positionals.filter((name) => !(name in rows))
    return unknown.length > 0 ? { problem: `There is no row ${unknown.join(', ')}.` } : { values, positionals }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/**
 * Measures rows by name, by default all of them.
 *
 * @returns the exit code: 2 for wrong arguments
 */
export async function speed(args: string[]): Promise<number> {
  const asked = read(args)
  if ('problem' in asked) {
    console.error(`${asked.problem}\n\n${USAGE}`)
    return 2
  }
  const { values, positionals } = asked
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const own = values.photos === undefined ? [] : ownPhotosThroughput(values.photos)
  const names = positionals.length > 0 || own.length > 0 ? positionals : Object.keys(rows)
  const wanted = [...names.flatMap((name) => rows[name] ?? []), ...own]

  const finished: Finished[] = []
  for (const row of wanted) {
    console.log(`\n${row.name}\n  target  ${row.target}`)
    const result = await row.run()
    finished.push({ row, result })
    console.log(
      `  ours    ${result.ours}\n  peer    ${result.peer}\n  ratio   ${ratio(result)}\n  note    ${result.note}`,
    )
  }

  if (values.write) {
    const file = join(root, 'docs', 'benchmarks.md')
    writeFileSync(file, page(finished))
    console.log(`\nKept in ${file}`)
  }
  return 0
}

interface Finished {
  row: Row
  result: Result
}

function page(finished: readonly Finished[]): string {
  const lines = finished.map(
    ({ row, result }) =>
      `| ${row.name} | ${result.ours} | ${result.peer} | ${ratio(result)} | ${row.target} | ${result.note} |`,
  )
  return `# Benchmarks

Written by \`npm run bench -- --write\`. Each row ran in turn with its peer on the same machine; the ratio is the median of
the rounds' ratios, and more is better for us. Figures from another machine are not comparable, ratios roughly are.

| date | commit | machine |
| --- | --- | --- |
| ${new Date().toISOString().slice(0, 10)} | ${commit()} | ${machine()} |

| what | ours | peer | ratio | target | note |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}

function ratio({ ratio }: Result): string {
  return ratio === null ? '' : ratio.toFixed(2)
}
