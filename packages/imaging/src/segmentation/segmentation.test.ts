import { expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import type { Network, Networks, NetworkUse } from '../network-port.ts'
import { findSubject } from './find-subject.ts'

const SIDE = 320
/** A round plate with a notch at its right, which rules about rims would fill. */
const isPlate = (x: number, y: number) => Math.hypot(x - 160, y - 160) < 100 && !(x > 235 && Math.abs(y - 160) < 14)
const photo = drawPicture(SIDE, SIDE, (x, y) => (isPlate(x, y) ? [230, 228, 224] : [70, 60, 52]))

/** A network that sees the plate with its notch, and a speck, and logs what it is asked. */
const seeing = (isStrong: boolean, asked: number[]): Network => ({
  engine: 'drawn',
  side: SIDE,
  isStrong,
  run: async ({ dims }) => {
    asked.push(dims[3] ?? 0)
    const isSeen = (x: number, y: number) => isPlate(x, y) || Math.hypot(x - 20, y - 20) < 2
    const data = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (isSeen(i % SIDE, Math.floor(i / SIDE)) ? 1 : 0))
    return { data, dims: [1, 1, SIDE, SIDE] }
  },
})

test('the mask of a strong network is cleaned up and judged, and nothing else: it is asked once, on its own side', async () => {
  const [asked, uses]: [number[], NetworkUse[]] = [[], []]
  const networks: Networks = {
    find: async (use) => {
      uses.push(use)
      return use === 'cutout' ? seeing(true, asked) : undefined
    },
  }
  const { alpha, confidence, engine, components } = await findSubject(photo, networks)
  expect([engine, components, asked]).toEqual(['drawn', 1, [SIDE]])
  expect(uses).not.toContain('ware')
  expect(confidence).toBeGreaterThan(0.5)
  const at = (x: number, y: number) => alpha[y * SIDE + x]
  expect([at(160, 160), at(20, 20), at(245, 160)]).toEqual([255, 0, 0])
  const outside = alpha.reduce((sum, value, i) => sum + (isPlate(i % SIDE, Math.floor(i / SIDE)) ? 0 : value), 0)
  expect(outside).toBe(0)
})
