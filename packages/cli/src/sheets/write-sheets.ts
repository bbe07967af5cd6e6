import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { CliError } from '../base/cli-errors.ts'
import { readFileHead } from '../base/file-head.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { isEmbedded } from '../context/server-connection.ts'
import type { EnhanceTask } from '../enhance/enhance-task.ts'
import { checkReport } from '../enhance/run-manifest.ts'
import { inDollars } from '../folder-run/price-agreement.ts'
import type { RunOutcome } from '../reporting/run-events.ts'
import { countsText, escapeControls, shortPath } from '../reporting/run-wording.ts'
import { sheetEntries } from './sheet-entry.ts'
import { SHEET_MARK, type SheetInfo } from './sheet-info.ts'

const FLAG = '--contact-sheet'
const HTML = /\.html?$/i
const JPEG = /\.jpe?g$/i

/** The same permissions as the results. */
const MODE = 0o666

/**
 * Checks that sheets can be written, before anything is sent. A sheet may replace an earlier sheet, but no other file,
 * because a photo could be named by mistake.
 *
 * @param typed values of `--contact-sheet`
 * @returns their absolute paths
 * @throws CliError naming the file and what to do
 */
export async function checkSheets(typed: readonly string[], cwd: string, toStdout: boolean): Promise<string[]> {
  const paths = [...new Set(typed.map((path) => resolve(cwd, path)))]
  if (paths.length > 0 && toStdout) {
    throw new CliError(`A contact sheet needs results that are files. Add --out FOLDER, or leave out ${FLAG}.`)
  }
  for (const path of paths) {
    if (!HTML.test(path) && !JPEG.test(path)) {
      throw new CliError(`${FLAG} ${path} must end with .html for a page, or with .jpg for pictures.`)
    }
    await checkReport(path, FLAG)
    if (!isFree(path)) {
      throw new CliError(`${path} exists already and is not a contact sheet. Choose another name for ${FLAG}.`)
    }
  }
  return paths
}

/** Writes the sheets of a run and notes their paths. */
export async function writeSheets(
  paths: readonly string[],
  { inputs, plan }: EnhanceTask,
  { files, summary }: RunOutcome,
  { environment: { cwd }, settings, note }: Context,
): Promise<void> {
  // The built-in server has no prices, so credits are not shown.
  const showsPrices = !isEmbedded(settings)
  const entries = sheetEntries(files, inputs, cwd, showsPrices)
  if (paths.length === 0 || entries.length === 0) return
  const info: SheetInfo = {
    title: plan.roots.map((root) => shortPath(root, cwd)).join(', '),
    facts: [
      counted(entries.length, 'photo'),
      countsText(summary),
      ...(showsPrices && summary.creditsUsed > 0
        ? [`${counted(summary.creditsUsed, 'credit')} (≈ ${inDollars(summary.creditsUsed)})`]
        : []),
      new Date().toISOString().slice(0, 10),
    ].join(' · '),
  }
  try {
    for (const path of paths) {
      mkdirSync(dirname(path), { recursive: true })
      const remarks = HTML.test(path) ? await writePage(path) : await writePictures(path)
      note(`Before and after: ${escapeControls(shortPath(path, cwd))}${remarks}`)
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CliError(
      `The contact sheet cannot be written: ${message}. The results have been saved.`,
      undefined,
      'output_unwritable',
    )
  }

  async function writePage(path: string): Promise<string> {
    const { htmlSheet } = await import('./html-sheet.ts')
    writeFileAtomically(path, await htmlSheet(entries, path, info), MODE)
    return ''
  }

  async function writePictures(path: string): Promise<string> {
    const { jpegSheet } = await import('./jpeg-sheet.ts')
    const { pages, isNamed } = await jpegSheet(entries, info)
    const names = pagePaths(path, pages.length)
    for (const [index, page] of pages.entries()) writeFileAtomically(names[index] ?? path, page, MODE)
    const remarks = [
      ...(pages.length > 1
        ? [`${pages.length} pages, up to ${escapeControls(shortPath(names.at(-1) ?? path, cwd))}`]
        : []),
      ...(isNamed ? [] : ['without names: this machine has no fonts']),
    ]
    return remarks.length > 0 ? ` (${remarks.join('; ')})` : ''
  }
}

/** `menu.jpg`, `menu-page-2.jpg` …; skips names of other files, and deletes surplus pages of an earlier sheet. */
function pagePaths(path: string, count: number): string[] {
  const extension = extname(path)
  const stem = path.slice(0, -extension.length)
  const paths = [path]
  let number = 2
  for (; paths.length < count; number++) {
    const next = `${stem}-page-${number}${extension}`
    if (isFree(next)) paths.push(next)
  }
  for (; isSheet(`${stem}-page-${number}${extension}`); number++) rmSync(`${stem}-page-${number}${extension}`)
  return paths
}

const isFree = (path: string): boolean => !existsSync(path) || isSheet(path)

/** Whether a file is an earlier sheet, according to the marker near its start. */
const isSheet = (path: string): boolean => readFileHead(path, 4096)?.includes(SHEET_MARK) ?? false
