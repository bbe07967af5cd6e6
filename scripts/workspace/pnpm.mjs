// pnpm is never installed permanently. corepack has it at the pinned version and hash. If corepack is missing (Node 25
// dropped it) or cannot fetch, npx runs the same version.

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from './console.mjs'
import { runQuietly } from './process.mjs'

const TWO_MINUTES = 120_000

/**
 * Finds a pnpm of exactly the version in package.json.
 *
 * @param {string} root
 * @param {string} log file that receives what the attempts printed
 * @returns {Promise<(args: string[]) => Promise<{ code: number, output: string }>>} runs pnpm in the workspace
 * @throws {Failure} when neither way works
 */
export async function findPnpm(root, log) {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager.split('+')[0]
  const version = wanted.split('@')[1]
  const options = { cwd: root, env: installEnvironment(), log }

  const ways = [
    ['corepack', ['pnpm']],
    ['npx', ['--yes', wanted]],
  ]
  for (const [command, prefix] of ways) {
    const answer = await runQuietly(command, [...prefix, '--version'], { ...options, timeoutMs: TWO_MINUTES })
    if (answer.code === 0 && answer.output.split(/\s+/).includes(version)) {
      return (args) => runQuietly(command, [...prefix, ...args], options)
    }
  }
  throw new Failure(
    [
      `Could not get ${wanted}: neither "corepack pnpm" nor "npx --yes ${wanted}" works here.`,
      'Both fetch it once from the npm registry: check the network (and HTTPS_PROXY, if you need one), then try again.',
      `What they said is in ${log}.`,
    ].join('\n'),
  )
}

/** The caller's environment, without variables that would change what is installed. */
function installEnvironment() {
  // With NODE_ENV=production the tools that build and test would be left out.
  const { NODE_ENV, ...env } = process.env
  const nodedir = env.npm_config_nodedir ?? headersOf(process.execPath)
  return { ...env, COREPACK_ENABLE_DOWNLOAD_PROMPT: '0', ...(nodedir && { npm_config_nodedir: nodedir }) }
}

/** The prefix of this Node when its own C++ headers came with it: compiling then downloads nothing. */
function headersOf(execPath) {
  const prefix = dirname(dirname(realpathSync(execPath)))
  const header = join(prefix, 'include', 'node', 'node_version.h')
  if (!existsSync(header)) return undefined
  const [major, minor] = process.versions.node.split('.')
  const text = readFileSync(header, 'utf8')
  const same = text.includes(`NODE_MAJOR_VERSION ${major}\n`) && text.includes(`NODE_MINOR_VERSION ${minor}\n`)
  return same ? prefix : undefined
}
