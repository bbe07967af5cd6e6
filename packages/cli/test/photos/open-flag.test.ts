import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import { enhanceFixture } from '../support/enhance-fixture.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'
import { upscaleServer } from '../support/upscale-fixture.ts'

/** What the program for files of every kind was given, one a line. */
function openedFiles(): () => string[] {
  const programs = folderWith()
  const opened = join(programs, 'opened')
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" >> ${opened}\n`)
  chmodSync(join(programs, 'xdg-open'), 0o755)
  const { PATH } = process.env
  process.env.PATH = `${programs}:${PATH}`
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  return () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : [])
}

test(
  '--open opens one result itself and the folder of several, of every command that makes pictures of photos',
  onlyIf(process.platform === 'linux', 'only on Linux'),
  async () => {
    const lines = openedFiles()
    const { cwd, run } = await enhanceFixture({ 'menu/0.jpg': 'GIF89a 0', 'menu/1.jpg': 'GIF89a 1' })
    const enhance = ['enhance', '--formats', 'square', '--yes', '--open', '--out', 'out']
    await run([...enhance, 'menu/0.jpg'])
    await expect.poll(lines).toEqual([join(cwd, 'out/0-square.jpg')])
    await run([...enhance, 'menu'])
    await expect.poll(lines).toEqual([expect.any(String), join(cwd, 'out')])

    const { env } = await upscaleServer()
    const before = { cwd: folderWith({ 'a.jpg': 'one', 'b.jpg': 'two' }), env }
    await command(['upscale', 'a.jpg', '--open'], before)
    await expect.poll(() => lines().slice(2)).toEqual([join(before.cwd, 'a-upscale.jpg')])
    await command(['upscale', 'a.jpg', 'b.jpg', '--yes', '--open'], before)
    await expect.poll(() => lines().slice(3)).toEqual([before.cwd])
    await command(['upscale', 'a.jpg', '--out', '-', '--open'], before)
    expect(lines()).toHaveLength(4)
  },
)
