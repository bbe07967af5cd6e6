import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import { ownDisks } from '../../../imaging/test/support/machine/own-disks.ts'
import { photoService } from '../../../sdk/test/support/photo-service.ts'
import { cliBin, events, pictures, run, tree } from '../support/cli-process.ts'
import { folderWith } from '../support/folder-with.ts'

const menu = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`menu/${index}.jpg`, `photo ${index}`]))
const ARGS = ['enhance', 'menu', '--formats', 'square', '--yes', '--ndjson', '--no-input']

/** A folder of photos and a service with results of 13 kB. */
async function diskFixture() {
  const service = await photoService()
  const cwd = folderWith(menu)
  mkdirSync(join(cwd, 'menu-enhanced'))
  const env = {
    PATH: process.env.PATH ?? '',
    XDG_DATA_HOME: join(cwd, '.data'),
    XDG_CONFIG_HOME: join(cwd, '.config'),
    PLATELIGHT_KEYRING: 'off',
    PLATELIGHT_BASE_URL: service.url,
    PLATELIGHT_API_KEY: 'pl_live_test',
  }
  return { service, cwd, env, command: [process.execPath, cliBin(), ...ARGS].map((word) => `"${word}"`).join(' ') }
}

async function shell(program: string, args: readonly string[], cwd: string, env: Record<string, string>) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
  return { code: await code, stdout: stdout.join(''), stderr: stderr.join('') }
}

test('a full disk ends the run with 2 and says how much space is missing', ownDisks, async () => {
  const { service, cwd, env, command } = await diskFixture()
  const disk = `mount -t tmpfs -o size=96k none "${cwd}/menu-enhanced"`
  const look = `find menu-enhanced -name '*.part'`
  const { stdout, stderr } = await shell(
    'unshare',
    ['-rm', 'sh', '-c', `${disk} && ${command}; echo "ended $?"; ${look}`],
    cwd,
    env,
  )
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('ended 2')
  const summary = events(stdout).at(-1)
  expect(summary).toMatchObject({ type: 'summary', stopped: 'output' })
  expect(JSON.stringify(summary)).toMatch(/"The disk is full: \d+ MB are free, and about/)
  expect(stderr).not.toMatch(/^\s+at /m)
  const again = await run(ARGS, { cwd, env })
  expect(again.code).toBe(0)
  expect(Object.keys(pictures(join(cwd, 'menu-enhanced')))).toHaveLength(20)
  expect(service.charges()).toBe(20)
})

test(
  'results above the file size limit fail by name without partial files, and the same command creates them later',
  onlyIf(process.platform !== 'win32', 'not on Windows'),
  async () => {
    const { service, cwd, env, command } = await diskFixture()
    // 16 blocks of 512 bytes per file: enough for a ledger, but not for a result.
    const { code, stdout } = await shell('sh', ['-c', `ulimit -f 16; exec ${command}`], cwd, env)
    expect(code).toBe(2)
    expect(events(stdout).filter(({ type }) => type === 'file')[0]).toMatchObject({
      status: 'failed',
      error: { code: 'file_unwritable' },
    })
    expect(Object.keys(pictures(join(cwd, 'menu-enhanced')))).toEqual([])
    expect((await run(ARGS, { cwd, env })).code).toBe(0)
    expect(Object.keys(tree(join(cwd, 'menu-enhanced'))).filter((path) => path.endsWith('.jpg'))).toHaveLength(20)
    expect(service.charges()).toBe(20)
  },
)
