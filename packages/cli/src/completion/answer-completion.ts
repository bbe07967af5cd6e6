import type { Command } from 'commander'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { readProfiles } from '../config/user-config.ts'
import { complete } from './complete-words.ts'

/** Answers a completion request of a shell: one line per candidate, then the kind of paths that the shell adds. */
export function answerCompletion(
  program: Command,
  [shell = '', ...typed]: readonly string[],
  { env, stdout }: Pick<CliEnvironment, 'env' | 'stdout'>,
): void {
  const { candidates, paths } = complete(program, wordsOf(shell, typed), { profiles: () => profilesIn(env) })
  const lines = candidates.map(({ value, about }) => (shell === 'bash' ? value : `${value}\t${oneLine(about)}`))
  stdout.write(`${[...lines, `:${paths}`].join('\n')}\n`)
}

/** The typed words, as the program would receive them. */
function wordsOf(shell: string, typed: readonly string[]): string[] {
  if (shell === 'pwsh') return [...typed.slice(0, -1), (typed.at(-1) ?? '').replace(/^=/, '')]
  if (shell !== 'bash') return [...typed]
  // bash splits `--preset=bal` into three words, and expects completions of the last one.
  const words = typed.filter((word, index) => word !== '=' || !typed[index - 1]?.startsWith('--'))
  return typed.at(-1) === '=' ? [...words, ''] : words
}

/** An unreadable file is not reported while typing; the next command does. */
function profilesIn(env: CliEnvironment['env']): string[] {
  try {
    return Object.keys(readProfiles(env))
  } catch {
    return []
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
