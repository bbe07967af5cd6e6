// Prepares the workspace, then runs the task in the caller's terminal with its output, signals and exit code.

import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
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
 * Package managers keep what they fetched in the home folder, and libraries ask for it. A user in a container may have none, or
 * one of somebody else: then a folder in the clone takes its place.
 */
function provideHome() {
  try {
    accessSync(homedir(), constants.R_OK | constants.W_OK)
  } catch {
    const folder = join(root, '.platelight', 'home')
    try {
      mkdirSync(folder, { recursive: true })
    } catch (error) {
      throw new Failure(`This user has no home folder, and ${error.message}. Set HOME to a folder where you may write.`)
    }
    process.env.HOME = folder
  }
}

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
    provideHome()
    await prepare(root)
    if (task) process.exitCode = await task(root, args)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    say(error.message)
    process.exitCode = error.exitCode
  }
}
