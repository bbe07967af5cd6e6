// All messages of the preparation go to standard error, because standard output belongs to the task.

const terminal = process.stderr.isTTY
const dim = (text) => (terminal ? `\x1b[2m${text}\x1b[22m` : text)

/** A failure whose message says what to do. It is printed without a stack. */
export class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export const say = (text) => process.stderr.write(`${dim('platelight ·')} ${text}\n`)

/**
 * Says what is under way and how long it took. On a terminal the seconds are counted meanwhile.
 *
 * @template T
 * @param {string} label such as "Installing packages"
 * @param {() => Promise<T>} work
 */
export async function step(label, work) {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  if (!terminal) say(`${label} …`)

  const show = () => process.stderr.write(`\r${dim('platelight ·')} ${label} … ${seconds()} s`)
  const ticking = terminal ? setInterval(show, 1000) : undefined
  if (terminal) show()
  const clear = () => {
    clearInterval(ticking)
    if (terminal) process.stderr.write('\r\x1b[K')
  }
  try {
    const result = await work()
    clear()
    say(`${label}: ${seconds()} s`)
    return result
  } catch (error) {
    clear()
    throw error
  }
}
