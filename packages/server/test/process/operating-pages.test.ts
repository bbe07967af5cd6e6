import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { needs } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { ownDisks } from '@platelight/imaging/testing/machine/own-disks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageStepsOf } from '../../../../scripts/first-hour/steps.ts'
import { GUIDES } from '../../src/web-pages/guides/guide-list.ts'
import { S3_PROGRAMS } from '../support/blobs/s3-server.ts'
import { BIN } from '../support/server-process.ts'
import { createBadDays } from '../support/services/bad-days.ts'

// The pages are typed in their order, as an operator reads them. Notes in them, which readers do not see, say what a command prints,
// whether it keeps running, which fault the test causes before it and what it looks at afterwards.
const clone = fileURLToPath(new URL('../../../..', import.meta.url))
const FOLDER = 'docs/operating/'
const pages = GUIDES.map(({ source }) => source).filter((source) => source.startsWith(FOLDER))
const steps = pages.map((page) => [page, pageStepsOf(readFileSync(`${clone}/${page}`, 'utf8'))] as const)

test('every page for operators is a guide, and each of its commands is typed here or says why not', () => {
  expect(readdirSync(`${clone}/${FOLDER}`).sort()).toEqual(pages.map((page) => page.replace(FOLDER, '')).sort())
  const all = steps.flatMap(([, blocks]) => blocks)
  for (const { notTyped, commands } of all) {
    expect(spawnSync('bash', ['-n', '-c', commands], { encoding: 'utf8' }).stderr, commands).toBe('')
    if (notTyped !== undefined) expect(notTyped, commands).toMatch(/Docker|Kubernetes|systemd|fetches a package/)
  }
  expect(all.filter(({ notTyped }) => notTyped === undefined).length).toBeGreaterThan(25)
  expect(() => pageStepsOf('# A page\n\n```bash\nrm -rf /\n```\n')).toThrow('neither typed nor known')
})

test('the help shows what to type on a bad day, and where the runbook is', () => {
  const { stdout } = spawnSync(process.execPath, [BIN, '--help'], { encoding: 'utf8' })
  for (const day of ['a key leaked', 'somebody is locked out', 'the disk is full', 'the secrets are lost']) {
    expect(stdout).toMatch(new RegExp(`^  ${day} +platelight-server \\w+`, 'm'))
  }
  expect(stdout).toContain('docs/operating/runbook.md')
})

const preconditions = [
  ownDisks,
  onlyIf(existsSync('/usr/lib/postgresql'), 'no PostgreSQL (postgresql)'),
  needs('curl', ...S3_PROGRAMS),
]
const options = {
  skip: preconditions.some(({ skip }) => skip),
  meta: Object.assign({}, ...preconditions.map(({ meta }) => meta)),
}

describe('typed in their order', options, () => {
  let days: Awaited<ReturnType<typeof createBadDays>>
  beforeAll(async () => {
    days = await createBadDays(clone)
  })
  afterAll(() => days.end())

  test.each(steps)('%s does what it says', async (_, blocks) => {
    let section: string | undefined
    for (const block of blocks) {
      if (block.section !== section) days.beginSection()
      section = block.section
      if (block.notTyped !== undefined) continue
      for (const name of block.happens) await days.happens(name)
      await days.type(block)
      for (const name of block.proves) await days.proves(name)
    }
  })

  test('everything that can happen did', () => {
    expect(days.unused()).toEqual([])
  })
})
