// Types the README's first hour like a newcomer, block by block, in an empty folder: `pnpm first-hour`, after a build.
// Comments that readers do not see state the effect of a block:
//   <!-- prints: text -->  <!-- writes: file file -->  <!-- exits: code -->
//   <!-- stays: text --> keeps running after it has printed this  <!-- elsewhere: text --> one of those prints this
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { writeSamplePhotos } from './demo/sample-photos.ts'
import { createShell } from './first-hour/shell.ts'
import { stepsOf } from './first-hour/steps.ts'

const clone = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'platelight-first-hour-'))
const shell = await createShell({ clone, folder })

try {
  symlinkSync(join(clone, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  // As `npm run demo` leaves them.
  await writeSamplePhotos(join(folder, 'platelight-demo', 'photos'), join(clone, 'node_modules'))
  const steps = stepsOf(readFileSync(join(clone, 'README.md'), 'utf8'))

  const files = steps.flatMap((step) => (step.kind === 'file' ? [step] : []))
  for (const { name, code } of files) writeFileSync(join(folder, name), shell.addressed(code))
  const problems = compile(
    files.map(({ name }) => join(folder, name)),
    clone,
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log(`ok   ${files.map(({ name }) => name).join(', ')} compile`)

  for (const step of steps) {
    if (step.kind !== 'commands') continue
    await shell.type(step)
    console.log(`ok   ${step.commands.trim().split('\n').at(-1)}`)
  }
} finally {
  await shell.stopAll()
  rmSync(folder, { recursive: true, force: true })
}

/** The errors of these files with this project's strict settings, as a user who installed the packages sees them. */
function compile(files: readonly string[], clone: string): string[] {
  const { config } = ts.readConfigFile(join(clone, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, clone)
  const program = ts.createProgram([...files], { ...options, customConditions: [], noEmit: true, types: ['node'] })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
}
