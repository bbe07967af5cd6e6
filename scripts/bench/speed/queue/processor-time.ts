import { readFileSync } from 'node:fs'

/** The unit of times in /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/**
 * The processor time that a process has used, user and system together, as Linux counts it.
 *
 * @param options.withChildren counts its children too, those that have ended included
 * @returns seconds; 0 for a process that has ended
 */
export function processorSeconds(pid: number, { withChildren = false } = {}): number {
  // The name of the program, in parentheses, may contain anything.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  const [own, ended] = [fields.slice(11, 13), fields.slice(13, 15)]
  const ticks = [...own, ...(withChildren ? ended : [])].reduce((sum, value) => sum + Number(value), 0)
  const children = withChildren ? read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean) : []
  return ticks / TICKS_PER_SECOND + children.reduce((sum, child) => sum + processorSeconds(Number(child)), 0)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
