import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { freeTargets, type PhotoSource, pathOf } from '@platelight/sdk/folder-engine'
import { expect, test } from 'vitest'
import { folderWith } from '../../test/support/folder-with.ts'
import { presentOutputs } from './operation-items.ts'
import { placeOne, placeOperations, targetFor } from './operation-outputs.ts'

const file = (path: string): PhotoSource => ({
  kind: 'file',
  name: basename(path),
  path,
  real: path,
  root: dirname(path),
  through: 'file',
})

test('pictures with the same stem get different result names, and results are left out', () => {
  const options = { name: 'upscale', cwd: '/m', out: undefined, stdoutIsTerminal: false } as const
  const sources = ['/m/a.jpg', '/m/a.png', '/m/b.jpg', '/m/b-upscale.jpg'].map(file)
  const { photos, results } = placeOperations(sources, options)
  expect(photos.map(({ output }) => output.targets)).toEqual([
    [{ kind: 'stem', stem: '/m/a-jpg-upscale' }],
    [{ kind: 'stem', stem: '/m/a-png-upscale' }],
    [{ kind: 'stem', stem: '/m/b-upscale' }],
  ])
  expect(results).toBe(1)
  const targetsFor = (out: string | undefined) => placeOne(sources, { ...options, name: 'compose', out }).targets
  expect(targetsFor(undefined)).toEqual([{ kind: 'stem', stem: '/m/compose' }])
  expect(() => targetsFor('b.jpg')).toThrow('b.jpg is the photo itself')
  expect(targetsFor('x/table.png')).toEqual([{ kind: 'file', path: '/m/x/table.png' }])
})

test('a result in several parts exists only if all parts do, and its parts share a number', async () => {
  const cwd = folderWith(['ramen-smart-layers-dish.png'])
  const sources = [file(join(cwd, 'ramen.jpg'))]
  const options = { name: 'smart-layers', parts: ['dish', 'plate'], cwd, out: undefined, stdoutIsTerminal: false }
  const [placed] = placeOperations(sources, options).photos
  if (!placed) throw new Error('The photo has no output.')
  const item = { name: 'ramen.jpg', sources, output: placed.output }
  expect(await presentOutputs(item, 'skip')).toBeUndefined()
  writeFileSync(join(cwd, 'ramen-smart-layers-plate.png'), 'mask')
  expect(await presentOutputs(item, 'skip')).toEqual([
    { path: join(cwd, 'ramen-smart-layers-dish.png') },
    { path: join(cwd, 'ramen-smart-layers-plate.png') },
  ])
  const free = freeTargets(placed.output.targets)
  const plate = targetFor(placed.output, free, { index: 1, count: 2, name: 'plate' })
  expect(pathOf(plate, '.png')).toBe(join(cwd, 'ramen-smart-layers-2-plate.png'))
  expect(() => placeOperations(sources, { ...options, out: 'one.png' })).toThrow('makes 2 files')
})
