import type { Command } from 'commander'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { readProfiles } from '../config/user-config.ts'
import { complete } from './complete-words.ts'

/** Answers a shell: a line a candidate, and last what the shell adds itself. */
export function answerCompletion(
  program: Command,
  [shell = '', ...typed]: readonly string[],
  { env, stdout }: Pick<CliEnvironment, 'env' | 'stdout'>,
): void {
  const { candidates, paths } = complete(program, wordsOf(shell, typed), { profiles: () => profilesIn(env) })
  const lines = candidates.map(({ value, about }) => (shell === 'bash' ? value : `${value}\t${oneLine(about)}`))
  stdout.write(`${[...lines, `:${paths}`].join('\n')}\n`)
}

/** What was typed, as the program itself would be given it. */
function wordsOf(shell: string, typed: readonly string[]): string[] {
  if (shell === 'pwsh') return [...typed.slice(0, -1), (typed.at(-1) ?? '').replace(/^=/, '')]
  if (shell !== 'bash') return [...typed]
  // bash hands `--preset=bal` over as three words, and wants the last of them back.
  const words = typed.filter((word, index) => word !== '=' || !typed[index - 1]?.startsWith('--'))
  return typed.at(-1) === '=' ? [...words, ''] : words
}

/** A file that cannot be read is told about by the next command, not while somebody types. */
function profilesIn(env: CliEnvironment['env']): string[] {
  try {
    return Object.keys(readProfiles(env))
  } catch {
    return []
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
