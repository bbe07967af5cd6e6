import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ownNetwork, readOwnNetwork } from './own-network.ts'

test.each([
  ['none', 'none', { path: 'none', isName: true }],
  ['birefnet-general', 'birefnet-general', { path: 'birefnet-general', isName: true }],
  ['net.onnx', resolve('net.onnx'), { path: resolve('net.onnx'), isName: false }],
  [
    'rmbg-2.0:net.onnx',
    `rmbg-2.0:${resolve('net.onnx')}`,
    { family: 'rmbg-2.0', path: resolve('net.onnx'), isName: false },
  ],
])('%s names a network by a name, a path, or a family and a path', (given, absolute, parts) => {
  const own = ownNetwork(given, true)
  expect(own).toBe(absolute)
  expect(readOwnNetwork(own)).toEqual(parts)
})

test('a disk of Windows is no family', () => {
  expect(readOwnNetwork('C:\\models\\net.onnx')).toEqual({ path: 'C:\\models\\net.onnx', isName: false })
})

test('networks of other uses have no names and no families', () => {
  expect(ownNetwork('birefnet', false)).toBe(resolve('birefnet'))
  expect(ownNetwork('none', false)).toBe('none')
})
