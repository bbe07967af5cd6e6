import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from './command-context.ts'

export interface AskOptions {
  /** Shows nothing of what is typed or pasted. Default false. */
  readonly hidden?: boolean
}

/**
 * Asks for a line on the terminal, on standard error so that standard output stays the result's. The answer is as it
 * was typed, blanks and all: they may belong to a password.
 *
 * @throws CliError `interrupted` after Ctrl-C or Ctrl-D.
 *
 * @example
 * const key = await ask('API key (hidden)', context, { hidden: true })
 */
export function ask(question: string, { environment }: Context, { hidden = false }: AskOptions = {}): Promise<string> {
  const { stdin, stderr } = environment
  let silent = false
  // readline echoes what is typed to its output; what goes nowhere cannot be read over a shoulder.
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

/** All of standard input without the end of its last line: how a program hands a secret over. */
export async function readStdin({ environment: { stdin } }: Context): Promise<string> {
  return Buffer.concat(await stdin.toArray())
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
