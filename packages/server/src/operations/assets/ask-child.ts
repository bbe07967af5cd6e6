import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

export interface ChildLimits {
  readonly seconds: number
  /** In bytes, where the system tells what a process takes. */
  readonly memory: number
  /** In bytes. */
  readonly answer: number
}

const LOOK_EVERY_MS = 50
const PAGE_BYTES = 4096

/**
 * Runs a program in a Node process of its own, without an environment. It gets the bytes on its standard input.
 *
 * @returns what it printed; undefined if it asked for more than its limits
 */
export async function askChild(
  program: string,
  input: Uint8Array,
  limits: ChildLimits,
  signal: AbortSignal,
): Promise<string | undefined> {
  const child = spawn(process.execPath, ['--max-old-space-size=256', '--input-type=module', '-e', program], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
    timeout: limits.seconds * 1000,
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const watch = setInterval(async () => {
    const pages = await readFile(`/proc/${child.pid}/statm`, 'utf8').catch(() => '')
    if (Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES > limits.memory) child.kill('SIGKILL')
  }, LOOK_EVERY_MS)
  const parts: Buffer[] = []
  let length = 0
  child.stdout.on('data', (part: Buffer) => {
    length += part.length
    if (length <= limits.answer) parts.push(part)
    else child.kill('SIGKILL')
  })
  // A process that was killed takes no more of its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    return (await ended) === 0 ? Buffer.concat(parts).toString() : undefined
  } finally {
    clearInterval(watch)
  }
}
