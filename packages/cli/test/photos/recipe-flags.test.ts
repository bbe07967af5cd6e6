import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enhanceFixture } from '../support/enhance-fixture.ts'
import { fakeApi } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const MENU = { 'menu/a.jpg': 'GIF89a one', 'menu/b.jpg': 'GIF89a two' }
const CROPS = 'title: Web\npreset: social-media\nformats: [square]\nnames: "{dish}-{format}-web"\n'
const STEPS = 'steps: [enhance_colors, upscale]\nscale: 4\nnames: "{dish}-print"\n'

const resultsIn = (cwd: string, folder = 'menu-enhanced') =>
  existsSync(join(cwd, folder)) ? readdirSync(join(cwd, folder)).filter((name) => !name.startsWith('.')) : []

test('enhance makes what the named recipe says, with its names, and the same command again makes nothing', async () => {
  const { run, cwd, service } = await enhanceFixture({ ...MENU, 'web.recipe.yaml': CROPS })
  const args = ['enhance', 'menu', '--recipe', 'web.recipe.yaml', '--yes']
  const { code, stderr } = await run(args)
  expect(code).toBe(0)
  expect(stderr).toContain('Recipe: web.recipe.yaml (Web).\n')
  expect(resultsIn(cwd)).toEqual(['a-square-web.jpg', 'b-square-web.jpg'])
  const [sent] = service.calls('enhance')
  expect(JSON.parse(String(sent?.body))).toMatchObject({ preset: 'social-media', formats: ['square'] })
  expect((await run(args)).code).toBe(0)
  expect(service.charges()).toBe(2)
})

test('the recipe in the folder is used and said in one line, and --no-recipe leaves it out', async () => {
  const { run, cwd } = await enhanceFixture({ ...MENU, 'menu/platelight.recipe.yaml': CROPS })
  const found = await run(['enhance', 'menu', '--dry-run', '--json'])
  expect(found.stderr).toContain('Recipe: menu/platelight.recipe.yaml (Web). --no-recipe leaves it out.\n')
  expect(found.stdout).toContain('a-square-web.jpg')
  const left = await run(['enhance', 'menu', '--dry-run', '--no-recipe', '--json'])
  expect(left.stderr).not.toContain('Recipe')
  expect(left.stdout).toContain('a-portrait.jpg')
  writeFileSync(join(cwd, 'platelight.recipe.yaml'), CROPS.replace('-web', '-here'))
  expect((await run(['enhance', 'menu/a.jpg', '--dry-run', '--json'])).stdout).toContain('a-square-here.jpg')
})

test('a flag replaces a field of the recipe, and the command says which', async () => {
  const { run } = await enhanceFixture({ ...MENU, 'web.recipe.yaml': CROPS })
  const args = ['enhance', 'menu', '--recipe', 'web.recipe.yaml', '--formats', 'landscape', '--dry-run', '--json']
  const { stderr, stdout } = await run(args)
  expect(stderr).toContain('Recipe: web.recipe.yaml (Web). --formats replaces its formats.')
  expect(stdout).toContain('a-landscape-web.jpg')
  expect(stdout).not.toContain('a-square-web.jpg')
})

test('a recipe comes before the folder rules of a project file', async () => {
  const project = JSON.stringify({ formats: ['landscape'], folders: { menu: { formats: ['portrait'] } } })
  const { run } = await enhanceFixture({ ...MENU, 'w.yaml': CROPS, 'platelight.config.json': project })
  const { stdout } = await run(['enhance', 'menu', '--recipe', 'w.yaml', '--dry-run', '--json'])
  expect(stdout).toContain('a-square-web.jpg')
  expect(stdout).not.toMatch(/portrait|landscape/)
})

test('the price of crops and platforms together is shown before anything is sent, for one photo too', async () => {
  const recipe = 'formats: [square]\nplatforms: [ubereats.item, doordash.item]\n'
  const { run, service } = await enhanceFixture({ 'menu/a.jpg': 'GIF89a one', 'r.yaml': recipe })
  const refused = await run(['enhance', 'menu', '--recipe', 'r.yaml'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('1 photo, 3 credits (≈ $0.15), balance 1,000 → 997. Nothing was sent.')
  expect(service.calls('upload')).toEqual([])
  expect((await run(['enhance', 'menu', '--recipe', 'r.yaml', '--max-credits', '2'])).code).toBe(5)
  expect(service.charges()).toBe(2)
})

test('platforms alone, by a recipe or a flag, make no crops', async () => {
  const { run, cwd } = await enhanceFixture(MENU)
  expect((await run(['enhance', 'menu', '--recipe', 'delivery-platforms', '--yes'])).code).toBe(0)
  expect(resultsIn(cwd)).toHaveLength(6)
  expect(resultsIn(cwd)).toContain('a-ubereats-item.jpg')
  const { stdout } = await run(['estimate', 'menu', '--platforms', 'glovo.item', '--out', 'glovo'])
  expect(stdout).toContain('2 photos, 2 credits')
})

test('after a changed recipe the command says how many results are made again', async () => {
  const { run, cwd } = await enhanceFixture({ ...MENU, 'web.recipe.yaml': CROPS })
  await run(['enhance', 'menu', '--recipe', 'web.recipe.yaml', '--yes'])
  writeFileSync(join(cwd, 'web.recipe.yaml'), CROPS.replace('social-media', 'print-ready'))
  const { stderr } = await run(['enhance', 'menu', '--recipe', 'web.recipe.yaml', '--dry-run'])
  expect(stderr).toContain('2 made with other options, and now made again.')
})

test.each([
  ['enhance', STEPS, 'platelight process menu --recipe r.yaml'],
  ['process', CROPS, 'platelight enhance menu --recipe r.yaml'],
])('%s refuses a recipe for other work and says what to type', async (name, recipe, next) => {
  const { run, service } = await enhanceFixture({ ...MENU, 'r.yaml': recipe })
  const { code, stderr } = await run([name, 'menu', '--recipe', 'r.yaml'])
  expect(code).toBe(2)
  expect(stderr).toContain(`r.yaml is a recipe for another command. Type:\n${next}`)
  expect(service.asked).toEqual([])
})

test('a recipe for other work that lies in the folder is left out, and said', async () => {
  const { run } = await enhanceFixture({ ...MENU, 'menu/platelight.recipe.yaml': STEPS })
  const { code, stderr } = await run(['enhance', 'menu', '--dry-run'])
  expect(code).toBe(0)
  expect(stderr).toContain('menu/platelight.recipe.yaml is left out: it is a recipe for platelight process.')
})

test.each([
  ['no such file', 'missing.yaml', 'The recipe missing.yaml does not exist.'],
  ['a folder', 'menu', 'The recipe menu is no file.'],
  ['a misspelt one of ours', 'menu-prnt', 'Did you mean menu-print?'],
  ['a wrong one', 'bad.yaml', "bad.yaml:1 formats[0]: 'squre' is no format. Did you mean 'square'?"],
  ['a large one', 'large.yaml', 'large.yaml is larger than 64 KiB'],
])('%s as a recipe ends with exit code 2 before anything is sent', async (_, file, words) => {
  const bad = { 'bad.yaml': 'formats: [squre]\n', 'large.yaml': `#${'x'.repeat(70_000)}` }
  const { run, service } = await enhanceFixture({ ...MENU, ...bad })
  for (const name of ['enhance', 'estimate', 'process', 'watch']) {
    const { code, stderr } = await run([name, 'menu', '--recipe', file])
    expect(code, name).toBe(2)
    expect(stderr).toContain(words)
  }
  expect(service.asked).toEqual([])
})

test('process takes its steps from a recipe, and names that collide are refused before anything is sent', async () => {
  const { url, seen } = await fakeApi({})
  const env = { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: 'pl_live_test' }
  const cwd = folderWith({ ...MENU, 'r.yaml': STEPS, 'own.yaml': 'steps: [upscale]\nnames: "{dish}"\n' })
  const planned = await command(['process', 'menu', '--recipe', 'r.yaml', '--dry-run'], { cwd })
  expect(planned.stdout).toContain('a-print')
  const own = await command(['process', 'menu/a.jpg', '--recipe', 'own.yaml'], { cwd, env })
  expect(own.code).toBe(2)
  expect(own.stderr).toContain('give menu/a.jpg a result with the name of the photo itself')
  const none = await command(['process', 'menu'], { cwd, env })
  expect(none.code).toBe(2)
  expect(none.stderr).toContain('--do enhance-colors,upscale, or name a --recipe')
  expect(seen).toEqual([])
})

test('recipe check says what a recipe makes and what to type next, or every problem by its line', async () => {
  const cwd = folderWith({ 'web.yaml': CROPS, 'bad.yaml': 'upscale: no idea\nsteps: [fry]\n' })
  const good = await command(['recipe', 'check', 'web.yaml'], { cwd })
  expect(good.code).toBe(0)
  expect(good.stdout).toBe(
    'web.yaml (Web) is a recipe for enhance, estimate and watch. Of a photo ramen.jpg it makes: ramen-square-web.\n' +
      'Next, type: platelight enhance menu/ --recipe web.yaml --dry-run\n',
  )
  const bad = await command(['recipe', 'check', 'bad.yaml', '--json'], { cwd })
  expect(bad.code).toBe(2)
  expect(bad.json().error).toMatchObject({ code: 'invalid_recipe' })
  expect(bad.stderr).toContain("bad.yaml:2 steps[0]: 'fry' is no step.")
  expect((await command(['recipe', 'check', 'social-week', '--json'], { cwd })).json()).toMatchObject({
    command: 'enhance',
  })
})

test('recipe init writes one of ours with the schema for editors, and replaces none', async () => {
  const cwd = folderWith()
  expect((await command(['recipe', 'init', 'menu-print'], { cwd })).code).toBe(0)
  const text = readFileSync(join(cwd, 'platelight.recipe.yaml'), 'utf8')
  const [, schema = ''] = /^# yaml-language-server: \$schema=(.+)\n/.exec(text) ?? []
  expect(JSON.parse(readFileSync(join(cwd, schema), 'utf8')).title).toBe('Recipe of Platelight')
  expect(text).toContain('steps: [enhance_colors, upscale]')
  expect((await command(['recipe', 'check', 'platelight.recipe.yaml'], { cwd })).code).toBe(0)
  const again = await command(['recipe', 'init'], { cwd })
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('there is one already')
})
