import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tree } from '../support/cli-process.ts'
import { type Answer, keyedApi } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

/** Photos with two formats each. The one called "bad" does not exist. */
async function photoServer() {
  let url = ''
  const photo = (id: string) => ({
    id,
    status: 'completed',
    creditsUsed: 1,
    enhanced: { square: `${url}/files/${id}-s.jpg`, landscape: `${url}/files/${id}-l.jpg` },
    metadata: { preset: 'balanced' },
  })
  const one = (id: string) => ({ [`GET /v1/photos/${id}`]: (): Answer => ({ json: photo(id) }) })
  const file = (name: string) => ({ [`GET /files/${name}.jpg`]: { bytes: Buffer.from(`new ${name}`) } })
  const api = await keyedApi({
    ...one('a'),
    ...one('b'),
    'GET /v1/photos': (): Answer => ({ json: { photos: [photo('a'), photo('b')], nextCursor: null } }),
    ...file('a-s'),
    ...file('a-l'),
    ...file('b-s'),
    ...file('b-l'),
  })
  url = api.url
  return api
}

test('the pictures of some or all photos are saved completely, and existing files stay', async () => {
  const cwd = folderWith({ 'got/a-square.jpg': 'old' })
  const { env } = await photoServer()
  const some = await command(['photos', 'download', 'a', 'b', 'bad', '-o', 'got', '--formats', 'square', '--json'], {
    cwd,
    env,
  })
  expect(some.code).toBe(3)
  expect(some.json().photos).toMatchObject([
    { id: 'a', outputs: [{ format: 'square', existed: true }] },
    { id: 'b', outputs: [{ format: 'square', existed: false }] },
    { id: 'bad', error: { code: 'not_found' } },
  ])
  const read = (name: string) => readFileSync(join(cwd, 'got', name), 'utf8')
  expect([read('a-square.jpg'), read('b-square.jpg')]).toEqual(['old', 'new b-s'])
  await command(['photos', 'download', '--all', '-o', 'got', '--on-existing', 'rename'], { cwd, env })
  expect(Object.keys(tree(join(cwd, 'got')))).toEqual([
    'a-landscape.jpg',
    'a-square-2.jpg',
    'a-square.jpg',
    'b-landscape.jpg',
    'b-square-2.jpg',
    'b-square.jpg',
  ])
  await command(['photos', 'download', 'a', '-o', 'got', '--on-existing', 'overwrite'], { cwd, env })
  expect(read('a-square.jpg')).toBe('new a-s')
  const missing = await command(['photos', 'download', 'a', '--formats', 'portrait'], { cwd, env })
  expect(missing.code).toBe(6)
  expect(missing.stderr).toContain('has no portrait; it has: square, landscape.')
  expect((await command(['photos', 'download'], { cwd, env })).stderr).toContain('Give their ids, or --all.')
})
