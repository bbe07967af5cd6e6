// vitest's report as the closing line of a run: "12 passed, 0 failed". Problems other than failed tests (a file that does
// not load, an error outside the tests, no test at all) count as failures, so that the line never says 0 failed about a
// run that failed.

import { existsSync, readFileSync } from 'node:fs'

/**
 * @param {string} report path of vitest's JSON report
 * @param {number} exitCode of vitest
 * @returns {{ passed: number, failed: number, skipped: number, remarks: string[], skippedBecause: string[] }}
 */
export function readCounts(report, exitCode) {
  if (!existsSync(report)) {
    return { passed: 0, failed: 1, skipped: 0, remarks: ['The tests ended without a report.'], skippedBecause: [] }
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (status) => tests.filter((test) => test.status === status).length

  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = count('passed')
  const failed = count('failed') + unloaded.length
  const skipped = tests.length - passed - count('failed')
  const skippedBecause = countReasons(tests.filter(({ status }) => status !== 'passed' && status !== 'failed'))
  const remarks = [
    ...testResults.flatMap(({ name, assertionResults }) => assertionResults.filter(failedOnly).map(sayFailed(name))),
    ...unloaded.map(({ name }) => `Failed outside its tests: ${name}`),
  ]

  if (failed === 0 && passed === 0) return { passed, failed: 1, skipped, remarks: ['No test ran.'], skippedBecause }
  if (failed === 0 && exitCode !== 0) {
    return {
      passed,
      failed: 1,
      skipped,
      remarks: [`The tests passed, but an error outside them ended the run (${exitCode}).`],
      skippedBecause,
    }
  }
  return { passed, failed, skipped, remarks, skippedBecause }
}

/** `31 skipped: no ImageMagick (imagemagick)`, the most frequent reason first. Tests give it themselves, by `onlyIf`. */
function countReasons(tests) {
  const counts = new Map()
  for (const { meta } of tests) {
    const reason = meta?.skipped ?? 'left out by name'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const mostFirst = [...counts].sort(([, one], [, other]) => other - one)
  return mostFirst.map(([reason, count]) => `${count} skipped: ${reason}`)
}

const failedOnly = ({ status }) => status === 'failed'

/** One line for a test: where it is, its name, and the first line of what went wrong. */
const sayFailed =
  (file) =>
  ({ fullName, failureMessages }) =>
    `Failed: ${file}: ${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? ''}`

export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
