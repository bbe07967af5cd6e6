import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { root } from './child-process.ts'

/** The commit that was measured. */
export function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : '')
}

/** The machine on which times were measured. */
export function machine(): string {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${cpus().length} cores of ${processor?.model ?? 'an unknown processor'}, ${memory}, ${process.platform}, Node ${process.versions.node}`
}
