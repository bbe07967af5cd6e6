import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { dishPhoto } from '#server-testing/pictures'
import { createKey, startProcess } from '#server-testing/process'
import { npm } from './project.ts'

const SIZE = { width: 320, height: 240 }

/** Runs the example with a real server as it is, and with one that has no generator. @throws when its README is wrong */
export async function checkGenerateAndPoll(folder: string, work: string): Promise<void> {
  await checkPlaceholder(folder, work)
  await checkWithoutGenerator(folder, work)
}

/** The addresses of the job and of its picture. */
function jobIn(printed: string): { id: string; address: string } {
  const [, id = '', address = ''] = /^Job (\S+)$[\s\S]+^succeeded$\s+^(http\S+)$/m.exec(printed) ?? []
  assert.ok(id && address, `a job, its end and its picture:\n${printed}`)
  return { id, address }
}

async function checkPlaceholder(folder: string, work: string): Promise<void> {
  const data = join(work, 'data-placeholders')
  const { key } = await createKey(data, 10)
  const server = await startProcess(data)
  try {
    const env = { PLATELIGHT_API_KEY: key, PLATELIGHT_BASE_URL: server.url }
    const printed = npm(folder, ['start', '--silent', '--', 'Ramen on dark slate, from above'], { env })
    const { width } = await sharp(await (await fetch(jobIn(printed).address)).arrayBuffer()).metadata()
    assert.ok(width && width >= 1024, `a picture of ${width} pixels`)
  } finally {
    await server.kill('SIGTERM')
  }
}

async function checkWithoutGenerator(folder: string, work: string): Promise<void> {
  writeFileSync(join(folder, 'ramen.jpg'), await dishPhoto({ ...SIZE, seed: 1 }))
  writeFileSync(join(folder, 'prices.jpg'), 'Soup 6, pasta 12\n')

  const data = join(work, 'data-jobs')
  const { key } = await createKey(data, 10)
  const server = await startProcess(data, { env: { PLATELIGHT_ENGINE_SYNTHESIS: 'off' } })
  try {
    const env = { PLATELIGHT_API_KEY: key, PLATELIGHT_BASE_URL: server.url }
    const run = (script: string, args: string[], more: { env?: Record<string, string>; expected?: number } = {}) =>
      npm(folder, [...script.split(' '), '--silent', '--', ...args], { env, ...more })

    const printed = run('start', ['Ramen on dark slate, from above', './ramen.jpg'])
    assert.match(printed, /cannot generate pictures: .+[\s\S]+enlarges \.\/ramen\.jpg instead/)
    const { id, address } = jobIn(printed)
    const picture = Buffer.from(await (await fetch(address)).arrayBuffer())
    const { width, height } = await sharp(picture).metadata()
    assert.deepEqual({ width, height }, { width: SIZE.width * 2, height: SIZE.height * 2 })

    assert.match(run('run resume', [id]), /^http\S+$/m)
    assert.match(run('run resume', ['run_nobodys'], { expected: 1 }), /not_found/)
    assert.match(run('start', ['Ramen'], { expected: 1 }), /cannot generate pictures/)
    assert.match(run('start', ['Ramen', './prices.jpg'], { expected: 1 }), /^\w+: .+/m)
    const stranger = { ...env, PLATELIGHT_API_KEY: 'pl_live_none' }
    assert.match(run('start', ['Ramen'], { env: stranger, expected: 1 }), /unauthorized/)
  } finally {
    await server.kill('SIGTERM')
  }
}
