import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Clone, makeClone } from './fixture.ts'

const install = 'corepack pnpm install --frozen-lockfile --config.confirmModulesPurge=false'
const build = (...labels: string[]) =>
  `corepack pnpm --recursive --workspace-concurrency=2 ${labels.map((label) => `--filter @platelight/${label}`).join(' ')} run build`

let clone: Clone
beforeEach(async () => {
  clone = await makeClone()
})
afterEach(() => clone.remove())

describe('preparing a clone', () => {
  test('the first run installs the lock file and builds everything; the second starts nothing', async () => {
    expect(await clone.run('prepare')).toMatchObject({ code: 0, stdout: '' })
    expect(await clone.calls()).toEqual([install, build('cli', 'sdk', 'server')])

    expect(await clone.run('prepare')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await clone.calls()).toEqual([])
  })

  test('a changed source rebuilds its package and its users, a changed test nothing', async () => {
    await clone.run('prepare')
    await clone.calls()

    await clone.write('packages/server/src/index.ts', 'export const changed = true')
    await clone.run('prepare')
    expect(await clone.calls()).toEqual([build('server')])

    await clone.write('packages/sdk/src/index.ts', 'export const changed = true')
    await clone.run('prepare')
    expect(await clone.calls()).toEqual([build('cli', 'sdk')])

    await clone.write('packages/sdk/src/index.test.ts', 'export {}')
    await clone.run('prepare')
    expect(await clone.calls()).toEqual([])
  })

  test('a removed dist, a removed node_modules and another lock file are noticed', async () => {
    await clone.run('prepare')
    await clone.calls()

    await clone.delete('packages/server/dist')
    await clone.run('prepare')
    expect(await clone.calls()).toEqual([build('server')])

    await clone.delete('node_modules')
    await clone.run('prepare')
    expect(await clone.calls()).toEqual([install])

    await clone.write('pnpm-lock.yaml', 'another')
    await clone.run('prepare')
    expect(await clone.calls()).toEqual([install, build('cli', 'sdk', 'server')])
  })

  test('two simultaneous runs install and build once', async () => {
    const both = await Promise.all([clone.run('prepare'), clone.run('prepare')])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.map(({ stderr }) => stderr).join('')).toContain('waiting for it')
    expect(await clone.calls()).toEqual([install, build('cli', 'sdk', 'server')])
  })

  test('the lock of a killed process is taken over', async () => {
    const killed = clone.start(['prepare'])
    await expect
      .poll(() => readFile(join(clone.root, '.platelight/workspace/lock'), 'utf8').catch(() => ''))
      .not.toBe('')
    killed.kill('SIGKILL')
    await killed.finished

    expect((await clone.run('prepare')).code).toBe(0)
  })

  test('without corepack npx runs the pinned pnpm', async () => {
    await clone.delete('bin/corepack')
    await clone.provide('npx')
    expect((await clone.run('prepare')).code).toBe(0)
    expect((await clone.calls())[0]).toMatch(/^npx --yes pnpm@10\.34\.9 install /)
  })

  test('without corepack and npx the error lists what was tried', async () => {
    await clone.delete('bin/corepack')
    const { code, stderr } = await clone.run('prepare')
    expect(code).toBe(1)
    expect(stderr).toContain('neither "corepack pnpm" nor "npx --yes pnpm@10.34.9" works here')
  })

  test('a failed install shows the end of its log and what to do, and is tried again', async () => {
    await clone.write('broken', '')
    const { code, stderr } = await clone.run('prepare')
    expect(code).toBe(9)
    expect(stderr).toContain('gyp ERR! find Python')
    expect(stderr).toContain('apt-get install python3 make g++')
    expect(stderr).not.toContain('    at ')

    await clone.delete('broken')
    expect((await clone.run('prepare')).code).toBe(0)
  })
})

describe('native modules that were compiled for another Node', () => {
  const sentence = `better-sqlite3 was compiled for Node 20, and this is Node ${process.versions.node}.`
  beforeEach(() => clone.write('other-node', ''))

  test('are compiled anew, and the reason is said', async () => {
    const { code, stderr } = await clone.run('prepare')
    expect(code).toBe(0)
    expect(stderr).toContain(`${sentence} They are compiled anew.`)
    expect(await clone.calls()).toContain('corepack pnpm rebuild --recursive better-sqlite3 sharp')
  })

  test('are named when they cannot be compiled', async () => {
    await clone.write('no-compiler', '')
    const { code, stderr } = await clone.run('prepare')
    expect(code).toBe(1)
    expect(stderr).toContain(`${sentence} Compiling them anew failed.`)
  })
})

describe('running a task', () => {
  beforeEach(async () => {
    await clone.write(
      'packages/server/bin/platelight-server.js',
      `process.on('SIGTERM', () => process.exit(7))
       console.log(process.argv.slice(2).join(' ') + '\\n' + process.cwd())
       if (process.argv.includes('--wait')) setInterval(() => {}, 1000)
       else process.exitCode = 3`,
    )
  })

  test('passes on its exit code, arguments and standard output', async () => {
    const { code, stdout } = await clone.run('start', '--port', '0')
    expect(code).toBe(3)
    // The data is in `data/` of the folder it is started in, which is the clone.
    expect(stdout).toBe(`start --port 0\n${clone.root}\n`)
  })

  test('passes a signal to the task, which decides how to end', async () => {
    const child = clone.start(['start', '--wait'])
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect((await child.finished).code).toBe(7)
  })

  test('passes on a signal to npm, which only ends the shell in between', async () => {
    await clone.run('prepare')
    const shell = clone.start(['start', '--wait'], [], true)
    const [line] = (await once(shell.stdout, 'data')) as [Buffer]
    expect(String(line)).toContain('start')
    shell.kill('SIGTERM')
    // Its output ends when nothing that inherited it is left.
    await shell.finished
  })

  test('an old Node gets a clear message', async () => {
    const old = "data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.20.4'}})"
    const { code, stderr } = await clone.start(['start'], ['--import', old]).finished
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Platelight needs Node 20\.19 or newer.*this is Node 18\.20\.4\./)
    expect(await clone.calls()).toEqual([])
  })
})

describe('the summary of the tests', () => {
  const summary = async (report: object | undefined, exitCode: number) => {
    const file = join(await mkdtemp(join(clone.root, 'report-')), 'report.json')
    if (report) await writeFile(file, JSON.stringify(report))
    const module = JSON.stringify(join(clone.root, 'scripts/workspace/test-counts.mjs'))
    const script = `import { closingLine, readCounts } from ${module}
      const counts = readCounts(${JSON.stringify(file)}, ${exitCode})
      process.stdout.write([...counts.remarks, ...counts.skippedBecause, closingLine(counts)].join('\\n'))`
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout.split('\n')
  }
  const closingLine = async (report: object | undefined, exitCode: number) => (await summary(report, exitCode)).at(-1)
  const file = (status: string, ...tests: string[]) => ({
    name: 'a.test.ts',
    status,
    assertionResults: tests.map((status) => ({ status })),
  })

  test('counts passed, failed and skipped tests', async () => {
    const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] }
    expect(await closingLine(report, 1)).toBe('2 passed, 1 failed, 1 skipped')
  })

  test('counts skipped tests by the reason that they gave', async () => {
    const because = (skipped: string) => ({ status: 'skipped', meta: { skipped } })
    const assertionResults = [
      because('only on Linux'),
      because('no ImageMagick (imagemagick)'),
      because('no ImageMagick (imagemagick)'),
      { status: 'passed', meta: {} },
    ]
    expect(await summary({ testResults: [{ ...file('passed'), assertionResults }] }, 0)).toEqual([
      '2 skipped: no ImageMagick (imagemagick)',
      '1 skipped: only on Linux',
      '1 passed, 0 failed, 3 skipped',
    ])
  })

  test('names each test that failed, and the first line of why', async () => {
    const failure = {
      status: 'failed',
      fullName: 'a cake is baked',
      failureMessages: ['Error: no oven\n    at bake.ts:1'],
    }
    const report = { testResults: [{ ...file('failed', 'passed'), assertionResults: [{ status: 'passed' }, failure] }] }
    expect(await summary(report, 1)).toEqual([
      'Failed: a.test.ts: a cake is baked: Error: no oven',
      '1 passed, 1 failed',
    ])
  })

  test('never says 0 failed about a run that failed', async () => {
    expect(await closingLine({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toBe('1 passed, 1 failed')
    expect(await closingLine({ testResults: [file('passed', 'passed')] }, 1)).toBe('1 passed, 1 failed')
    expect(await closingLine({ testResults: [] }, 0)).toBe('0 passed, 1 failed')
    expect(await closingLine(undefined, 1)).toBe('0 passed, 1 failed')
  })
})
