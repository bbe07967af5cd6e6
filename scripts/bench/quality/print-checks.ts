import type { Check } from './quality-check.ts'

/** One row, as far as it was measured. */
export interface Measured {
  readonly name: string
  readonly title: string
  /** What a reader of its figures must know. */
  readonly remark?: string
  readonly checks: readonly Check[]
  readonly seconds: number
  /** Names of its contact sheets. */
  readonly sheets: readonly string[]
  /** Requirements that are missing here. */
  readonly skipped?: string
  /** Why it was aborted. */
  readonly broken?: string
}

/** Prints one row: a block for each figure. */
export function printRow({ name, title, checks, seconds, skipped, broken }: Measured, named: (text: string) => string) {
  console.log(`\n${name}: ${title}${seconds > 0 ? ` (${seconds.toFixed(0)} s)` : ''}`)
  if (skipped) console.log(`  skipped: ${skipped}`)
  if (broken) console.log(`  broke off: ${broken}`)
  for (const { what, target, ours, peer, met, note } of checks) {
    console.log(`\n  ${met ? '[met]    ' : '[NOT MET]'} ${what}`)
    for (const [label, text] of Object.entries({ ours, target, peer, note }))
      if (text) console.log(`    ${label.padEnd(7)} ${named(text)}`)
  }
}

const countOf = (checks: readonly Check[]) => ({
  met: checks.filter(({ met }) => met).length,
  of: checks.length,
})

/** Prints how many targets were met, and the names of those that were not. */
export function printSummary(finished: readonly Measured[]): void {
  console.log()
  const width = Math.max(...finished.map(({ name }) => name.length))
  for (const { name, checks, skipped, broken, seconds } of finished) {
    const { met, of } = countOf(checks)
    const result = skipped ? 'skipped' : broken ? 'broke off' : `${met} of ${of} met, ${seconds.toFixed(0)} s`
    console.log(`  ${name.padEnd(width)}  ${result}`)
  }
  const all = finished.flatMap(({ checks }) => checks)
  const { met, of } = countOf(all)
  console.log(of > 0 ? `\n${met} of ${of} met` : '\nNothing was measured.')
  for (const { what, ours, target, met: isMet } of all)
    if (!isMet) console.log(`  not met: ${what}: ${ours}, wanted ${target}`)
}
