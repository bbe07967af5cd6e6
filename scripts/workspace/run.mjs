// Prepares the workspace, then runs the task in the caller's terminal with its output, signals and exit code.

import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, say } from './console.mjs'
import { prepare } from './prepare.mjs'
import {
  runAllTests,
  runBench,
  runDemo,
  runExamples,
  runGrownTests,
  runQuickTests,
  runServer,
  runSlowTests,
} from './tasks.mjs'

const tasks = {
  demo: runDemo,
  start: runServer,
  test: runQuickTests,
  'test:slow': runSlowTests,
  'test:all': runAllTests,
  'test:grown': runGrownTests,
  bench: runBench,
  examples: runExamples,
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Runs one task of the root package.json; `prepare` alone only installs and builds.
 *
 * @param {string[]} argv the task and what the caller typed after `--`
 */
export async function run([name, ...args]) {
  const task = tasks[name]
  try {
    if (!task && name !== 'prepare') {
      throw new Failure(`Unknown task "${name ?? ''}". There are: ${Object.keys(tasks).join(', ')}, prepare.`)
    }
    await prepare(root)
    if (task) process.exitCode = await task(root, args)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    say(error.message)
    process.exitCode = error.exitCode
  }
}
