import { commit, machine } from '../describe-machine.ts'
import { countOf, type Measured } from './print-checks.ts'

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ')

const section = ({ title, checks, skipped, broken, sheets }: Measured): string => {
  if (skipped) return `## ${title}\n\nNot measured: ${skipped}.\n`
  if (broken) return `## ${title}\n\nNot measured: it broke off. ${cell(broken)}\n`
  const lines = checks.map(
    ({ what, ours, target, peer, met, note }) =>
      `| ${[what, ours, target, met ? 'yes' : '**no**', peer, note].map(cell).join(' | ')} |`,
  )
  return [
    `## ${title}`,
    '',
    '| what | ours | target | met | peer | note |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    ...(sheets.length > 0 ? [`Contact sheets: ${sheets.map((sheet) => `\`${sheet}\``).join(', ')}.`, ''] : []),
  ].join('\n')
}

/** The figures as a page. Photos have the names that the notes use. */
export function page(finished: readonly Measured[], about: string): string {
  const all = finished.flatMap(({ checks }) => checks)
  const { met, of } = countOf(all)
  const unmet = all
    .filter((check) => !check.met)
    .map(({ what, ours, target }) => `- ${what}: ${ours}, wanted ${target}`)
  return `# Picture quality

Written by \`npm run bench -- quality FOLDER --write\`: what the operations make of good food photos, beside what people use
today, on the same inputs in the same run. Pictures cannot be told by figures alone. The run writes contact sheets beside
them, with every photo before and after; look at those of your own photos.

The photos are not part of the project. Thresholds were chosen while looking at some of them, so the table kept here flatters;
name a folder of your own for figures that do not.

| date | commit | machine | photos |
| --- | --- | --- | --- |
| ${new Date().toISOString().slice(0, 10)} | ${commit()} | ${machine()} | ${about} |

**${met} of ${of} met.**${unmet.length > 0 ? ' What is not:\n' : ''}
${unmet.length > 0 ? `${unmet.map(cell).join('\n')}\n` : ''}
${finished.map(section).join('\n')}`
}
