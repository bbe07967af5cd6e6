import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { needs } from '../../../imaging/test/support/machine/outside-programs.ts'
import { folderWith } from '../support/folder-with.ts'

const bin = fileURLToPath(new URL('../../bin/platelight.js', import.meta.url))

/** The output of a shell for a script, with the real program in its PATH. */
function inShell(shell: string, args: readonly string[], script: string, cwd: string): string {
  const program = join(cwd, 'platelight')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`)
  chmodSync(program, 0o755)
  const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}`, XDG_CONFIG_HOME: join(cwd, '.config') }
  const { stdout, error } = spawnSync(shell, [...args, '-c', script], { cwd, env, encoding: 'utf8' })
  if (error) throw error
  return stdout
}

/** A bash command line as readline would pass it. */
const bashLine = (words: readonly string[]) => `
  source <(platelight completion bash)
  COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
  COMP_CWORD=${words.length - 1}
  _platelight 2>/dev/null
  printf '%s\\n' "\${COMPREPLY[@]}"`

test('bash completes commands, flags and values', needs('bash'), () => {
  const cwd = folderWith()
  const bash = (...words: string[]) =>
    inShell('bash', ['--norc', '--noprofile'], bashLine(['platelight', ...words]), cwd)
      .trim()
      .split('\n')
  expect(bash('enh')).toEqual(['enhance', 'enhance-colors'])
  expect(bash('keys', '')).toEqual(['list', 'create', 'rotate', 'revoke', 'help'])
  expect(bash('enhance', '--on-existing', '=', 'o')).toEqual(['overwrite'])
  expect(bash('enhance', '--recu')).toEqual(['--recursive'])
  // No candidates from the program: bash completes files itself.
  expect(bash('enhance', 'ra')).toEqual([''])
  const loaded = inShell('bash', ['--norc'], 'source <(platelight completion bash); complete -p platelight', cwd)
  expect(loaded).toContain('-o default')
})

test('fish completes commands and files', needs('fish'), () => {
  const cwd = folderWith(['ramen.jpg'])
  const fish = (line: string) =>
    inShell('fish', ['--no-config'], `platelight completion fish | source; complete -C '${line}'`, cwd)
  expect(fish('platelight enh')).toContain('enhance\t')
  expect(fish('platelight enhance ra')).toContain('ramen.jpg')
  expect(fish('platelight enhance --on-existing ')).toContain('overwrite')
})

test('zsh accepts the script', needs('zsh'), () => {
  const cwd = folderWith()
  const loaded = inShell(
    'zsh',
    ['-f'],
    'autoload -U compinit; compinit -u; source <(platelight completion zsh); print $_comps[platelight]',
    cwd,
  )
  expect(loaded.trim()).toBe('_platelight')
})
