// Which tests are slow is measured, not guessed: `npm run test:all -- --record` writes the times of the last run to
// test-times.json. The files that take longest are left out of `npm test`, as many as it takes to end in time. Files whose
// tests run programs of others are among the slow ones too, for which the gate installs those: `npm test` needs only Node.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const FILE = join(dirname(fileURLToPath(import.meta.url)), 'test-times.json')

/** What `npm test` may take, in seconds: newcomers wait for it, and the gate runs it on two versions of Node. */
const QUICK_SECONDS = 150
const AT_A_TIME = 3
/** Loading and compiling files is not part of any file's own time. Measured over a run of 4,200 tests. */
const LOADING = 1.1

/**
 * @typedef {{ tests: number, minutes: number }} Amount
 * @returns {{ quick: Amount, slow: Amount, all: Amount, slowFiles: string[], programFiles: string[] }} without files that no
 *   longer exist
 */
export function readTestTimes(root) {
  if (!existsSync(FILE)) throw new Error('test-times.json is missing: run npm run test:all -- --record')
  const times = JSON.parse(readFileSync(FILE, 'utf8'))
  const there = (files) => files.filter((file) => existsSync(join(root, file)))
  return { ...times, slowFiles: there(times.slowFiles), programFiles: there(times.programFiles) }
}

/**
 * @param {string} report path of vitest's JSON report
 * @returns {{ file: string, seconds: number, tests: number, runsPrograms: boolean }[]} the slowest file first
 */
export function readFileTimes(root, report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
      runsPrograms: assertionResults.some(({ meta }) => meta?.programs !== undefined),
    }))
    .sort((one, other) => other.seconds - one.seconds)
}

/** @param files of a run of all tests on a machine without other work */
export function recordTestTimes(files) {
  const slowestFirst = [...files]
  let quickSeconds = (LOADING * files.reduce((sum, { seconds }) => sum + seconds, 0)) / AT_A_TIME
  const slow = []
  while (quickSeconds > QUICK_SECONDS) {
    const slowest = slowestFirst.shift()
    slow.push(slowest)
    quickSeconds -= (LOADING * slowest.seconds) / AT_A_TIME
  }
  const amount = (list) => ({
    tests: Math.round(list.reduce((sum, { tests }) => sum + tests, 0) / 10) * 10,
    minutes: Math.max(1, Math.round((LOADING * list.reduce((sum, { seconds }) => sum + seconds, 0)) / AT_A_TIME / 60)),
  })
  const slowFiles = slow.map(({ file }) => file).sort()
  const programFiles = slowestFirst.flatMap(({ file, runsPrograms }) => (runsPrograms ? [file] : [])).sort()
  const times = { quick: amount(slowestFirst), slow: amount(slow), all: amount(files), slowFiles, programFiles }
  writeFileSync(FILE, `${JSON.stringify(times, null, 2)}\n`)
}
