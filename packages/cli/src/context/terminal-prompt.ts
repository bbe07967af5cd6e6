import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from './command-context.ts'

export interface AskOptions {
  /** Hides the input. Default false. */
  readonly hidden?: boolean
}

/**
 * Asks for a line on the terminal. The question goes to standard error, because standard output is for results. The
 * answer is not trimmed, because blanks may belong to a password.
 *
 * @throws CliError `interrupted` after Ctrl-C or Ctrl-D
 *
 * @example
 * const key = await ask('API key (hidden)', context, { hidden: true })
 */
export function ask(question: string, { environment }: Context, { hidden = false }: AskOptions = {}): Promise<string> {
  const { stdin, stderr } = environment
  let silent = false
  // readline echoes the input to its output. Hidden input is dropped here.
  const output = new Writable({
    write(chunk, _, done) {
      if (!silent) stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 })
  return new Promise((resolve, reject) => {
    let answered = false
    lines.on('close', () => {
      if (answered) return
      stderr.write('\n')
      reject(new CliError('Nothing was changed.', EXIT.interrupted, 'interrupted'))
    })
    lines.on('SIGINT', () => lines.close())
    lines.question(`${question}: `, (answer) => {
      answered = true
      silent = false
      if (hidden) stderr.write('\n')
      lines.close()
      resolve(answer)
    })
    silent = hidden
  })
}

/** Reads all of standard input, without the last line end. Programs pass secrets this way. */
export async function readStdin({ environment: { stdin } }: Context): Promise<string> {
  return Buffer.concat(await stdin.toArray())
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
