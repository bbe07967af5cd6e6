import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../child-process.ts'
import { commit, machine } from '../describe-machine.ts'
import { missingNeeds } from './missing-tools.ts'
import { type Chosen, choosePhotos, spread, withNames, withNumbers } from './photos/photo-folder.ts'
import { type Measured, printRow, printSummary } from './print-checks.ts'
import type { Check } from './quality-check.ts'
import { ROWS } from './quality-rows.ts'

const USAGE = `npm run bench -- quality FOLDER [row …] [--out DIR] [--photos N] [--write]

  FOLDER    good food photos: JPEG, PNG or WebP, three or more
  row       ${Object.keys(ROWS).join(', ')}; all by default
  --out     where contact sheets and figures go; platelight-quality by default
  --photos  how many photos at most, spread over the folder; 24 by default
  --write   keeps the figures of these rows in docs/quality.md, without the names of your files`

const OPTIONS = {
  out: { type: 'string', default: 'platelight-quality' },
  photos: { type: 'string', default: '24' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** The parsed arguments, or what is wrong with them. */
function read(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const [folder, ...rows] = positionals
    if (values.help) return { help: true } as const
    if (folder === undefined) return { problem: 'Which photos? Name a folder.' }
    const unknown = rows.filter((row) => !(row in ROWS))
    if (unknown.length > 0) return { problem: `There is no row ${unknown.join(', ')}.` }
    const most = Number(values.photos)
    if (!Number.isInteger(most) || most < 1) return { problem: '--photos is a number of photos, at least 1.' }
    return { folder, names: rows.length > 0 ? [...new Set(rows)] : Object.keys(ROWS), most, ...values }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/**
 * Measures the results of operations on a folder of photos, compared with what people use today, and writes contact
 * sheets.
 *
 * @returns the exit code: 0 when all requested rows were measured, whatever the figures, 1 when a row was aborted, 2 for
 * wrong arguments or an unusable folder
 */
export async function quality(args: string[]): Promise<number> {
  const asked = read(args)
  if ('help' in asked && asked.help === true) {
    console.log(USAGE)
    return 0
  }
  if ('problem' in asked) {
    console.error(`${asked.problem}\n\n${USAGE}`)
    return 2
  }
  // npm runs scripts in the project's folder, but arguments are relative to the caller's folder.
  const from = process.env.INIT_CWD ?? process.cwd()
  const [folder, out] = [resolve(from, asked.folder), resolve(from, asked.out)]
  const staged = mkdtempSync(join(tmpdir(), 'platelight-quality-'))
  process.once('exit', () => rmSync(staged, { recursive: true, force: true }))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code))
  let chosen: Chosen
  try {
    chosen = await choosePhotos(folder, staged, asked.most)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    console.error(code === 'ENOENT' || code === 'ENOTDIR' ? `There is no folder ${folder}.` : message)
    return 2
  }
  const finished = await measure(chosen, asked.names, out)
  printSummary(finished)
  const results = join(out, 'quality.md')
  mkdirSync(out, { recursive: true })
  writeFileSync(results, withNames(page(finished, chosen.about)))
  console.log(`\nFigures and contact sheets are in ${out}`)
  if (asked.write) {
    const file = join(root, 'docs', 'quality.md')
    const titles = Object.values(ROWS).map(({ title }) => title)
    writeFileSync(file, withNumbers(page(finished, chosen.about, { kept: readFileSync(file, 'utf8'), titles })))
    console.log(`Kept in ${file}`)
  }
  return finished.some(({ broken }) => broken !== undefined) ? 1 : 0
}

async function measure({ photos, about, leftOut }: Chosen, names: readonly string[], out: string): Promise<Measured[]> {
  const rows = names.flatMap((name) => (ROWS[name] ? [{ name, ...ROWS[name] }] : []))
  const missing = await missingNeeds(rows.flatMap(({ needs }) => needs))
  const wanted = ({ most = photos.length }: { most?: number }) => Math.min(most, photos.length)
  const able = rows.filter(({ needs }) => !needs.some((need) => missing.has(need)))
  const seconds = able.reduce((sum, row) => sum + row.secondsPerPhoto * wanted(row), 0)
  const long = able.length > 0 ? `; about ${Math.ceil(seconds / 60)} minutes on two cores with nothing else to do` : ''
  console.log(`${about}${long}.`)
  for (const line of leftOut) console.log(`left out: ${line}`)

  const finished: Measured[] = []
  for (const row of rows) {
    const lacking = row.needs.flatMap((need) => missing.get(need) ?? [])
    const startedAt = performance.now()
    const measured: Measured = { ...row, checks: [], seconds: 0, sheets: [] }
    if (lacking.length > 0) finished.push({ ...measured, skipped: `needs ${lacking.join(' and ')}` })
    else {
      const into = join(out, row.name)
      // Sheets of an earlier run could be mistaken for those of this run.
      rmSync(into, { recursive: true, force: true })
      mkdirSync(into, { recursive: true })
      const some = spread(photos, wanted(row))
      try {
        const checks = await runRow(row.name, some, into)
        const sheets = readdirSync(into)
          .filter((file) => file.endsWith('.jpg') && !file.includes('~'))
          .sort()
        finished.push({ ...measured, checks, sheets, seconds: (performance.now() - startedAt) / 1000 })
      } catch (error) {
        finished.push({
          ...measured,
          broken: (error as Error).message,
          seconds: (performance.now() - startedAt) / 1000,
        })
      }
    }
    printRow(finished.at(-1) as Measured, withNames)
  }
  return finished
}

/** More than any row needs, even on a busy machine. */
const longestMinutes = (photos: number) => 10 + 5 * photos
const LAST_CHARACTERS = 2_000

/**
 * Runs a row of the quality benchmark in a process of its own, so that neither its memory nor a crash affects the next row.
 *
 * @param outputFolder An existing folder, for the contact sheets.
 * @throws Error with the end of its output, if it crashed or took too long.
 */
async function runRow(name: string, photos: readonly string[], outputFolder: string): Promise<Check[]> {
  const child = fork(
    fileURLToPath(new URL('quality-row-process.ts', import.meta.url)),
    [name, outputFolder, ...photos],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-LAST_CHARACTERS)
    })
  }
  let checks: Check[] | undefined
  child.once('message', (message) => {
    checks = message as Check[]
  })
  const minutes = longestMinutes(photos.length)
  const stop = () => child.kill('SIGKILL')
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    stop()
  }, minutes * 60_000)
  process.once('exit', stop)
  try {
    const [code, signal] = await once(child, 'close')
    if (checks && code === 0) return checks
    const why = isOverdue ? `it took longer than ${minutes} minutes` : `it ended with ${code ?? signal}`
    throw new Error(`${why}${output.trim() ? `:\n${output.trim()}` : ''}`)
  } finally {
    clearTimeout(timer)
    process.off('exit', stop)
  }
}

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ')

const INTRODUCTION = `# Picture quality

Written by \`npm run bench -- quality FOLDER [row …] --write\`: what the operations make of good food photos, beside what people
use today, on the same inputs in the same run. Each section says when, at which commit and on which photos it was measured; a
run replaces the sections of its rows. Figures do not show a picture. The run writes contact sheets beside
them, with every photo before and after; look at those of your own photos.

The photos are not part of the project. Thresholds were chosen while looking at some of them, so the tables kept here flatter;
name a folder of your own for figures that do not.
`

function section({ title, remark, checks, skipped, broken, sheets }: Measured, about: string): string {
  const heading = `## ${title}\n\n`
  if (skipped) return `${heading}Not measured: ${skipped}.\n`
  if (broken) return `${heading}Not measured: it broke off. ${cell(broken)}\n`
  const lines = checks.map(
    ({ what, ours, target, peer, met, note }) =>
      `| ${[what, ours, target, met ? 'yes' : '**no**', peer, note].map(cell).join(' | ')} |`,
  )
  return [
    `${heading}${new Date().toISOString().slice(0, 10)}, ${commit()}, ${machine()}, ${about}.`,
    '',
    ...(remark ? [remark, ''] : []),
    '| what | ours | target | met | peer | note |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    ...(sheets.length > 0 ? [`Contact sheets: ${sheets.map((sheet) => `\`${sheet}\``).join(', ')}.`, ''] : []),
  ].join('\n')
}

/**
 * The figures as a page. Photos have the names that the notes use.
 *
 * @param kept an earlier page, whose sections of other rows stay
 * @param titles of all rows, in the order of the page
 */
export function page(
  finished: readonly Measured[],
  about: string,
  { kept = '', titles = finished.map(({ title }) => title) }: { kept?: string; titles?: readonly string[] } = {},
): string {
  const sections = readSections(kept)
  for (const row of finished) {
    // Figures are not given up for a run that could not measure them.
    if ((row.skipped || row.broken) && sections.has(row.title)) continue
    sections.set(row.title, section(row, about))
  }
  return [INTRODUCTION, ...titles.flatMap((title) => sections.get(title) ?? [])].join('\n')
}

/** The sections of a page by their titles. */
const readSections = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((part) => [part.slice(3, part.indexOf('\n')), `${part.trimEnd()}\n`]),
  )
