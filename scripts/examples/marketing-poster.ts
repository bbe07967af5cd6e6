import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { dishPhoto } from '#server-testing/pictures'
import { createKey, startProcess } from '#server-testing/process'
import { npm } from './project.ts'

const ASSETS = ['menu', 'poster', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SIZE = { width: 320, height: 240 }

/** Runs the example over the list of its README, with a real server. @throws when its README is wrong */
export async function checkMarketingPoster(folder: string, work: string): Promise<void> {
  const dishes = join(folder, 'dishes')
  mkdirSync(dishes)
  const [, prices = ''] = /```csv\n([\s\S]+?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? []
  writeFileSync(join(dishes, 'prices.csv'), prices)
  for (const [seed, name] of ['tonkotsu.jpg', 'gyoza.jpg'].entries()) {
    writeFileSync(join(dishes, name), await dishPhoto({ ...SIZE, seed: seed + 1 }))
  }
  const data = join(work, 'data-assets')
  const { key } = await createKey(data, 20)
  const server = await startProcess(data)
  try {
    const env = { PLATELIGHT_API_KEY: key, PLATELIGHT_BASE_URL: server.url }
    const run = (args: string[], expected = 0) => npm(folder, ['start', '--silent', '--', ...args], { env, expected })
    const printed = run(['./dishes', './out'])
    for (const name of ASSETS) assert.ok(printed.includes(`${name}: 3 files for 2 credits`), printed)
    assert.deepEqual(
      readdirSync(join(folder, 'out')).sort(),
      ASSETS.flatMap((name) => ['jpg', 'pdf', 'png'].map((extension) => `${name}.${extension}`)).sort(),
    )
    const { width = 0, height = 0 } = await sharp(join(folder, 'out', 'monday.png')).metadata()
    assert.equal(width, Math.round((height * 4) / 5))
    // The key has credits for nothing more.
    assert.match(run(['./dishes', './out'], 1), /menu: 3 files[\s\S]+insufficient_credits/)
    run([], 2)
  } finally {
    await server.kill('SIGTERM')
  }
}
