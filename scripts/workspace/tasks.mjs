// The tasks after the preparation.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './console.mjs'
import { runInTerminal } from './process.mjs'
import { closingLine, readCounts } from './test-counts.mjs'
import { readFileTimes, readTestTimes, recordTestTimes } from './test-times.mjs'

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

/**
 * `npm test [-- path …]`: all but the slow tests, and a closing line that a machine can read. `npm run test:slow` runs those,
 * `npm run test:all` runs everything, and `npm run test:grown` runs on PostgreSQL and S3 what uses them.
 *
 * @param {'quick' | 'slow' | 'all' | 'grown'} which without paths; tests that are named by their path always run
 */
async function runTests(root, args, which) {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-test-'))
  try {
    const report = join(folder, 'report.json')
    const recording = args.includes('--record')
    const given = args.filter((argument) => argument !== '--record')
    const selection = given.some((argument) => !argument.startsWith('-')) ? given : [...given, ...selected(root, which)]
    const reporters = ['--reporter=json', `--outputFile.json=${report}`]
    if (!given.some((argument) => argument.startsWith('--reporter'))) reporters.unshift('--reporter=default')
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const exitCode = await runInTerminal([vitest, 'run', ...reporters, ...selection], { cwd: root })

    const counts = readCounts(report, exitCode)
    for (const remark of [...counts.remarks, ...counts.skippedBecause]) say(remark)
    if (existsSync(report)) {
      const files = readFileTimes(root, report)
      if (files.length > 0) sayTimes(root, files, which)
      if (recording && counts.failed === 0) recordTestTimes(files)
    }
    process.stdout.write(`${closingLine(counts)}\n`)
    return exitCode || (counts.failed > 0 ? 1 : 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const runQuickTests = (root, args) => runTests(root, args, 'quick')
export const runSlowTests = (root, args) => runTests(root, args, 'slow')
export const runAllTests = (root, args) => runTests(root, args, 'all')
export const runGrownTests = (root, args) => runTests(root, args, 'grown')

/** Prints the ten slowest files, and keeps the seconds of all. */
function sayTimes(root, files, which) {
  const line = ({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`
  const kept = join('.platelight', 'workspace', `test-seconds-${which}.txt`)
  mkdirSync(join(root, '.platelight', 'workspace'), { recursive: true })
  writeFileSync(join(root, kept), `${files.map(line).join('\n')}\n`)
  say(`The slowest files; the others are in ${kept}:`)
  for (const one of files.slice(0, 10)) say(line(one))
}

/** Prints what will run, and returns the arguments that choose it. */
function selected(root, which) {
  // Each names all tests whose path contains it. A test that is missing there is found by workspace-rules.test.ts.
  if (which === 'grown') {
    const { tests, onSqliteOnly } = JSON.parse(
      readFileSync(join(root, 'scripts', 'workspace', 'grown-tests.json'), 'utf8'),
    )
    // These touch no table, or send only statements that the others send, too. At night they run as well.
    return process.env.TEST_SEED ? tests : [...tests, ...onSqliteOnly.map((part) => `--exclude=**/${part}**`)]
  }
  const times = readTestTimes(root)
  const { tests, minutes } = times[which]
  const rest = which === 'quick' ? ` The ${times.slow.tests} slow ones: npm run test:slow.` : ''
  say(`About ${tests} tests, ${minutes} minutes on two idle cores.${rest}`)
  if (which === 'quick') return times.slowFiles.map((file) => `--exclude=${file}`)
  return which === 'slow' ? [...times.slowFiles, ...times.programFiles] : []
}
