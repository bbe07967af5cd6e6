import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Check } from './quality-check.ts'

/** More than any row needs, even on a busy machine. */
const longestMinutes = (photos: number) => 10 + 5 * photos
const LAST_CHARACTERS = 2_000

/**
 * Runs a row of the quality benchmark in a process of its own, so that neither its memory nor a crash affects the next row.
 *
 * @param outputFolder An existing folder, for the contact sheets.
 * @throws Error with the end of its output, if it crashed or took too long.
 */
export async function runRow(name: string, photos: readonly string[], outputFolder: string): Promise<Check[]> {
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
