import { commit, machine } from '../describe-machine.ts'
import type { Measured } from './print-checks.ts'

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
