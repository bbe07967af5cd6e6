import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { folderWith } from '../../test/support/folder-with.ts'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { createContext } from '../context/command-context.ts'
import type { EnhanceTask } from '../enhance/enhance-task.ts'
import type { FileEvent, RunOutcome } from '../reporting/run-events.ts'
import { type ShowFlags, showPreviews } from './show-results.ts'

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a40' } })
    .jpeg()
    .toBuffer()

/** A run over photos, in a terminal or without one. */
async function runOver(photos: number, isTTY: boolean) {
  const names = Array.from({ length: photos }, (_, index) => `menu/${index}`)
  const bytes = await picture()
  const cwd = folderWith(
    Object.fromEntries(names.flatMap((name) => [`${name}.jpg`, `out/${name}.jpg`]).map((path) => [path, bytes])),
  )
  const files = names.map(
    (name): FileEvent => ({
      schemaVersion: 2,
      type: 'file',
      file: `${name}.jpg`,
      status: 'done',
      outputs: [{ format: 'square', path: join(cwd, `out/${name}.jpg`) }],
    }),
  )
  const shown: string[] = []
  const stream = {
    isTTY,
    columns: 60,
    getColorDepth: () => 24,
    write: (text: string) => shown.push(text) > 0,
  }
  const env = { LANG: 'C.UTF-8', TERM: 'xterm-256color', XDG_CONFIG_HOME: cwd, HOME: cwd }
  const environment = { env, cwd, stdin: stream, stdout: stream, stderr: stream } as unknown as CliEnvironment
  const context = createContext({ color: true, input: false }, environment)
  const task = { inputs: ['menu'], plan: { roots: [join(cwd, 'out')] }, destination: { toStdout: false } }
  const outcome = { files, exitCode: 0 } as unknown as RunOutcome
  return { cwd, context, outcome, task: task as unknown as EnhanceTask, shown: () => shown.join('') }
}

const previewed = async (flags: ShowFlags, photos: number, isTTY: boolean): Promise<string> => {
  const { task, outcome, context, shown } = await runOver(photos, isTTY)
  await showPreviews(flags, task, outcome, context)
  return shown()
}

test('--preview shows a few photos on a terminal and says how to see the others, and nothing elsewhere', async () => {
  const shown = await previewed({ preview: true }, 6, true)
  expect(shown.match(/menu\/\d\.jpg, before and after:/g)).toHaveLength(4)
  expect(shown).toContain('▀')
  expect(shown).toContain('2 more photos: add --contact-sheet')
  expect(await previewed({ preview: true }, 1, false)).toBe('')
  expect(await previewed({}, 1, true)).toBe('')
})

test('--preview-as chooses the protocol, or none', async () => {
  expect(await previewed({ previewAs: 'kitty' }, 1, true)).toContain('_Ga=T,f=100,')
  expect(await previewed({ preview: true, previewAs: 'off' }, 1, true)).toBe('')
})
