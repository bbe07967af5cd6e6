// `npm run bench [-- light-request start-up …] [--write]`. Absolute figures belong to one machine; what is promised are
// the ratios, each to a peer that ran in turn with ours. `--write` keeps the table in docs/benchmarks.md.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './child.ts'
import { cliHelp } from './cli-help.ts'
import { enhancePixels, enhancePixelsLimit } from './enhance-throughput.ts'
import { lightRequest } from './light-request.ts'
import { cutOut, detail } from './networks.ts'
import { restoring } from './restore.ts'
import type { Result, Row } from './row.ts'
import { sdkSize } from './sdk-size.ts'
import { serverThroughput, serverThroughputLimit } from './server-throughput.ts'
import { startUp } from './start-up.ts'

const rows: Record<string, Row[]> = {
  'server-throughput': [serverThroughput, serverThroughputLimit],
  'enhance-pixels': [enhancePixels, enhancePixelsLimit],
  restoring: [restoring],
  networks: [cutOut, detail],
  'light-request': [lightRequest],
  'start-up': [startUp],
  'cli-help': [cliHelp],
  'sdk-size': [sdkSize],
}

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !(name in rows))
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}.`)
  process.exit(2)
}
const names = positionals.length > 0 ? positionals : Object.keys(rows)
const wanted = names.flatMap((name) => rows[name] ?? [])

const finished: { row: Row; result: Result }[] = []
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
  writeFileSync(file, page())
  console.log(`\nKept in ${file}`)
}

function page(): string {
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

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : '')
}

function machine(): string {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${cpus().length} cores of ${processor?.model ?? 'an unknown processor'}, ${memory}, ${process.platform}, Node ${process.versions.node}`
}
