import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lineWith, pictures, remoteServer, run, start } from '../support/cli-process.ts'
import { dishes } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

const RECIPE = [
  'title: Web and Uber Eats',
  'formats: [square]',
  'platforms: [ubereats.item]',
  'names: "{dish}-{platform}-{format}"',
  '',
].join('\n')
const NAMES = ['menu/ramen.jpg', 'menu/curry.jpg', 'menu/soup.jpg']

test('a folder is made by the recipe in it, each result charged once, also after kill -9', async () => {
  const { keyWith, env: envOf } = await remoteServer(folderWith())
  const env = envOf(await keyWith(20))
  const cwd = folderWith({ ...(await dishes(NAMES)), 'menu/platelight.recipe.yaml': RECIPE })
  const args = ['enhance', 'menu', '--yes', '--ndjson', '--concurrency', '1']
  const first = start(args, { cwd, env })
  await lineWith(first.child, '"done"')
  first.child.kill('SIGKILL')
  await first.ended
  const { code, stderr } = await run(args, { cwd, env })
  expect(code).toBe(0)
  expect(stderr).toContain('Recipe: menu/platelight.recipe.yaml (Web and Uber Eats). --no-recipe leaves it out.')
  const made = pictures(join(cwd, 'menu-enhanced'))
  expect(Object.keys(made)).toEqual(
    ['curry', 'ramen', 'soup'].flatMap((dish) => [`${dish}-square.jpg`, `${dish}-ubereats-item.jpg`]),
  )
  const { width = 0, height = 1 } = await sharp(made['ramen-ubereats-item.jpg']).metadata()
  expect(width / height).toBeCloseTo(5 / 4, 1)
  const account = await run(['account', 'credits', '--json'], { cwd, env })
  expect(JSON.parse(account.stdout)).toMatchObject({ credits: 20 - 2 * NAMES.length })

  const unknown = await run(['enhance', 'menu', '--platforms', 'nowhere.item', '--yes', '--no-recipe'], { cwd, env })
  expect(unknown.code).toBeGreaterThan(0)
  expect(unknown.stderr).toContain('nowhere.item')
  const after = await run(['account', 'credits', '--json'], { cwd, env })
  expect(after.stdout).toBe(account.stdout)
})

test('process makes large prints by one of our recipes, with its names', async () => {
  const cwd = folderWith(await dishes(['menu/ramen.jpg']))
  const { code } = await run(['process', 'menu', '--recipe', 'menu-print'], { cwd })
  expect(code).toBe(0)
  const made = pictures(join(cwd, 'menu-process'))
  expect(Object.keys(made)).toEqual(['ramen-print.png'])
  expect(await sharp(made['ramen-print.png']).metadata()).toMatchObject({ width: 2560, height: 1920, format: 'png' })
})
