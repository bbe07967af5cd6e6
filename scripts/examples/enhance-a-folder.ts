import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { dishPhoto } from '#server-testing/pictures'
import { createKey, startProcess } from '#server-testing/process'
import { npm } from './project.ts'

const CREDITS = 10
const PHOTOS = ['ramen.jpg', 'mains/pasta.jpg', 'desserts/crème brûlée.jpg']

/**
 * Runs the example over a folder of three photos and a price list, with a real server. @throws when its README is wrong
 */
export async function checkEnhanceAFolder(folder: string, work: string): Promise<void> {
  const menu = join(folder, 'menu')
  const originals = await drawn(menu)
  writeFileSync(join(menu, 'prices.jpg'), 'Soup 6, pasta 12\n')

  const data = join(work, 'data')
  const { key } = await createKey(data, CREDITS)
  const poor = await createKey(data, 1, 'poor@example.com')
  const server = await startProcess(data)
  try {
    const env = { PLATELIGHT_API_KEY: key, PLATELIGHT_BASE_URL: server.url }
    const run = (script: string, more: { env?: Record<string, string>; expected?: number } = {}) =>
      npm(folder, [...script.split(' '), '--silent', '--', './menu', './enhanced'], { env, ...more })

    assert.match(run('run smoke'), new RegExp(`the key has ${CREDITS} credits`))
    assert.match(run('start', { env: { ...env, PLATELIGHT_API_KEY: poor.key }, expected: 5 }), /only 1 credits/)
    assert.match(run('start', { env: { ...env, PLATELIGHT_API_KEY: 'pl_live_none' }, expected: 1 }), /unauthorized/i)

    const first = run('start', { expected: 3 })
    assert.match(first, /3 done for 3 credits/)
    assert.match(first, /prices\.jpg: .+\(\w+\)/)
    for (const photo of PHOTOS) await assertEnhanced(join(folder, 'enhanced'), photo)
    const files = readdirSync(join(folder, 'enhanced'), { recursive: true, withFileTypes: true })
    const pictures = files.filter((file) => file.isFile() && !file.name.startsWith('.'))
    assert.equal(pictures.length, PHOTOS.length * 2, 'two files a photo, and nothing left half-written')

    rmSync(join(menu, 'prices.jpg'))
    assert.match(run('start'), /0 of 3 photos to do, for 0 credits[\s\S]*0 done for 0 credits/)
    assert.match(run('run smoke'), new RegExp(`the key has ${CREDITS - PHOTOS.length} credits`))
    for (const [path, bytes] of originals) assert.deepEqual(readFileSync(path), bytes, `${path} is as it was`)
  } finally {
    await server.kill('SIGTERM')
  }
}

async function drawn(menu: string): Promise<Map<string, Buffer>> {
  const originals = new Map<string, Buffer>()
  for (const [index, photo] of PHOTOS.entries()) {
    const path = join(menu, photo)
    const bytes = await dishPhoto({ width: 800, height: 600, seed: index + 1 })
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, bytes)
    originals.set(path, bytes)
  }
  return originals
}

async function assertEnhanced(results: string, photo: string): Promise<void> {
  for (const [format, ratio] of Object.entries({ square: 1, landscape: 16 / 9 })) {
    const path = join(results, photo.replace('.jpg', `-${format}.jpg`))
    const { width, height } = await sharp(readFileSync(path)).metadata()
    assert.ok(Math.abs(width / height - ratio) < 0.01, `${path} is ${width}x${height}`)
  }
}
