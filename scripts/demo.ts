// `npm run demo [-- folder [flags of platelight enhance]]`: photos through the whole stack, and a before/after sheet.
// The CLI starts its own server, so no server needs to run and no key is needed.

import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DemoError, ownPhotos, type Photos, samplePhotos } from './demo/demo-photos.ts'

const clone = dirname(dirname(fileURLToPath(import.meta.url)))
// npm runs scripts in the project's folder, but arguments are relative to the caller's folder.
const from = process.env.INIT_CWD ?? process.cwd()
const say = (...lines: string[]) => console.log(lines.join('\n'))
const bold = (text: string) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[22m` : text)
const shown = (path: string) => (relative(from, path).startsWith('..') ? path : relative(from, path) || '.')

try {
  process.exitCode = await demo(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof DemoError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** @returns the exit code of the CLI: 0, or 3 when some photos could not be enhanced and the others were */
async function demo(args: string[]): Promise<number> {
  const folder = args[0]?.startsWith('-') ? undefined : args[0]
  const flags = folder === undefined ? args : args.slice(1)
  const photos = folder ? ownPhotos(folder, from, flags, clone) : await samplePhotos(flags, clone)
  const results = join(clone, 'platelight-demo', photos.name)
  const sheets = [`${results}.html`, `${results}.jpg`]
  say('', ...photos.about, '')
  // The sheets of an earlier demo are removed, so that an interrupted demo has none.
  for (const sheet of sheets) rmSync(sheet, { force: true })
  const exitCode = await enhance(photos, results, sheets)
  const [page = ''] = sheets
  if (existsSync(page)) say('', `Open ${bold(shown(page))} in a browser.`)
  return exitCode
}

/** Runs the CLI in this terminal, as the user would. */
function enhance({ inputs, flags }: Photos, results: string, sheets: string[]): Promise<number> {
  const cli = join(clone, 'packages', 'cli', 'bin', 'platelight.js')
  const files = [
    ...inputs.map(shown),
    '--recursive',
    '--out',
    results,
    ...sheets.flatMap((sheet) => ['--contact-sheet', sheet]),
  ]
  const args = [cli, 'enhance', ...files, '--formats', 'original,square,portrait,landscape', ...flags]
  // A key or an address in the environment would send the photos to that server and charge for them.
  const { PLATELIGHT_API_KEY, PLATELIGHT_BASE_URL, ...rest } = process.env
  // Everything that a demo creates is in the clone, and is deleted with it. A profile of the user is not read: it would name
  // a server, too.
  const own = join(clone, '.platelight')
  const env = { ...rest, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', cwd: from, env })
    const pass = (signal: NodeJS.Signals) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    for (const signal of signals) process.on(signal, pass)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}
