import { execFileSync } from 'node:child_process'

/**
 * The user of Debian's package postgresql, for programs that refuse to run as root; undefined when this user is not root. It
 * fits the options of `spawn`.
 */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
