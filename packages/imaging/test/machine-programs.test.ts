import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onlyIf } from './support/machine/only-if.ts'

const scripts = onlyIf(process.platform !== 'win32', 'not on Windows')

test.each([
  ['another one of its name', 'echo "convert: metres to miles, version 7.1"', 'no ImageMagick (imagemagick)'],
  ['one that fails', 'exit 1', 'no ImageMagick (imagemagick)'],
  ['an old one', 'echo "Version: ImageMagick 6.5.4-2"', 'ImageMagick is 6.5, older than 6.9 (imagemagick)'],
  ['what tests need', 'echo "Version: ImageMagick 7.1.1-43 Q16"', undefined],
])('a program is known by what it answers: %s', scripts, async (_, answer, lacks) => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-programs-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'convert'), `#!/bin/sh\n${answer}\n`)
  chmodSync(join(folder, 'convert'), 0o755)
  vi.stubEnv('PATH', folder)
  vi.stubEnv('TEST_PROGRAMS', '')
  vi.resetModules()
  const { missing, runProgram } = await import('./support/machine/outside-programs.ts')
  expect(missing('ImageMagick')).toBe(lacks)
  if (lacks) expect(() => runProgram('ImageMagick', [])).toThrow(lacks)
})
