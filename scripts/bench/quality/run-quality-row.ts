import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Check } from './quality-check.ts'

/** A row that has not ended by then never will, however busy the machine is. */
const longestMinutes = (photos: number) => 10 + 5 * photos
const LAST_LINES = 2_000

/**
 * Measures a row in a process of its own: what it loaded is gone afterwards, and what kills it kills nothing else.
 *
 * @param into where its sheets go; exists
 * @throws Error with the last words of a row that broke off
 */
export async function runRow(name: string, photos: readonly string[], into: string): Promise<Check[]> {
  const child = fork(fileURLToPath(new URL('quality-row-process.ts', import.meta.url)), [name, into, ...photos], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-LAST_LINES)
    })
  }
  let checks: Check[] | undefined
  child.once('message', (message) => {
    checks = message as Check[]
  })
  const minutes = longestMinutes(photos.length)
  const overdue = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000)
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  try {
    const [code, signal] = await once(child, 'close')
    if (checks) return checks
    const why =
      signal === 'SIGKILL' ? `it was stopped; ${minutes} minutes are the limit` : `it ended with ${code ?? signal}`
    throw new Error(`${why}${words.trim() ? `:\n${words.trim()}` : ''}`)
  } finally {
    clearTimeout(overdue)
    process.off('exit', stop)
  }
}
