// What comes after the preparation.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './console.mjs'
import { runInTerminal } from './process.mjs'
import { closingLine, readCounts } from './test-counts.mjs'

/** `npm run demo [-- folder]` */
export const runDemo = (root, args) => runScript(root, 'demo.ts', args)

/** `npm run bench [-- row …] [--write]`, `npm run bench -- quality FOLDER [row …] [--write]` */
export const runBench = (root, args) => runScript(root, join('bench', 'index.ts'), args)

/** `npm run examples [-- NAME]` */
export const runExamples = (root, args) => runScript(root, 'examples.ts', args)

const runScript = (root, script, args) =>
  runInTerminal(['--import', 'tsx', join(root, 'scripts', script), ...args], { cwd: root })

/** `npm start`: the server, started in the clone, where its data and a `.env` are. */
export function runServer(root, args) {
  const server = join(root, 'packages', 'server', 'bin', 'platelight-server.js')
  return runInTerminal([server, 'start', ...args], { cwd: root })
}

/** `npm test [-- path …]`: the whole suite, and a closing line that a machine can read. */
export async function runTests(root, args) {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-test-'))
  try {
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=json', `--outputFile.json=${report}`]
    if (!args.some((argument) => argument.startsWith('--reporter'))) reporters.unshift('--reporter=default')
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const exitCode = await runInTerminal([vitest, 'run', ...reporters, ...args], { cwd: root })

    const counts = readCounts(report, exitCode)
    for (const remark of counts.remarks) say(remark)
    process.stdout.write(`${closingLine(counts)}\n`)
    return exitCode || (counts.failed > 0 ? 1 : 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
