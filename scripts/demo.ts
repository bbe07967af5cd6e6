// `npm run demo [-- folder [flags of platelight enhance]]`: photos through the whole stack, and a before/after sheet.
// The CLI starts a server of its own for it, so nothing has to run and no key is needed.

import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeContactPage } from './demo/contact-page.ts'
import { drawContactSheet } from './demo/contact-sheet.ts'
import { readManifest } from './demo/manifest.ts'
import { DemoError, ownPhotos, type Photos, samplePhotos } from './demo/photos.ts'

const clone = dirname(dirname(fileURLToPath(import.meta.url)))
const say = (...lines: string[]) => console.log(lines.join('\n'))
const bold = (text: string) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[22m` : text)

try {
  process.exitCode = await demo(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof DemoError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** @returns the exit code of the CLI: 0, or 3 when some photos could not be enhanced and the others were */
async function demo(args: string[]): Promise<number> {
  const [folder] = args[0]?.startsWith('-') ? [] : args
  // npm runs scripts in the project's folder; what was typed is relative to where it was typed.
  const photos = folder ? ownPhotos(folder, process.env.INIT_CWD ?? process.cwd(), clone) : samplePhotos()
  const results = join(clone, 'platelight-demo', photos.name)
  const manifest = `${results}.json`
  say('', ...photos.about, '')

  mkdirSync(dirname(results), { recursive: true })
  rmSync(manifest, { force: true })
  const exitCode = await enhance(photos, results, manifest, folder ? args.slice(1) : args)

  const report = readManifest(manifest, photos.base, results)
  if (!report) return exitCode
  if (report.pairs.length > 0) await show(report, results)
  if (report.failed.length > 0) {
    const whole = report.pairs.length + report.failed.length
    say('', bold(`${report.failed.length} of ${whole} could not be enhanced:`))
    say(...report.failed.map(({ title, reason }) => `  ${title}: ${reason}`))
  }
  return exitCode
}

/** Runs the CLI in this terminal, as the user would. */
function enhance(photos: Photos, results: string, manifest: string, flags: string[]): Promise<number> {
  const cli = join(clone, 'packages', 'cli', 'bin', 'platelight.js')
  const formats = ['--formats', 'original,square,portrait,landscape']
  const args = [
    'enhance',
    ...photos.inputs,
    '--recursive',
    '--out',
    results,
    '--manifest',
    manifest,
    ...formats,
    ...flags,
  ]
  // A key or address in the environment would send the photos to that server and charge for them.
  const { PLATELIGHT_API_KEY, PLATELIGHT_BASE_URL, PLATELIGHT_PROFILE, ...env } = process.env
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { stdio: 'inherit', env })
    const pass = (signal: NodeJS.Signals) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

async function show({ pairs, failed }: NonNullable<ReturnType<typeof readManifest>>, results: string): Promise<void> {
  await writeContactPage(pairs, failed, `${results}.html`)
  const { shown, named } = await drawContactSheet(pairs, `${results}.jpg`)
  const remarks = [
    ...(shown < pairs.length ? [`the first ${shown} of ${pairs.length}; all are on the page`] : []),
    ...(named ? [] : ['without file names: this machine has no fonts']),
  ]
  const here = (path: string) => relative(process.env.INIT_CWD ?? process.cwd(), path) || '.'
  say(
    '',
    `${bold('Results')}            ${here(results)}`,
    `${bold('Before and after')}   ${here(`${results}.html`)}   (open it in a browser)`,
    `                   ${here(`${results}.jpg`)}${remarks.length > 0 ? `   (${remarks.join('; ')})` : ''}`,
  )
}
