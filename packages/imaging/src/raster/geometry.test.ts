import { expect, test } from 'vitest'
import { growBox, scaleBox } from './geometry.ts'

test('a box grows on all sides as far as the picture has room', () => {
  const picture = { width: 100, height: 50 }
  expect(growBox({ left: 10, top: 10, width: 20, height: 10 }, 5, 3, picture)).toEqual({
    left: 5,
    top: 7,
    width: 30,
    height: 16,
  })
  expect(growBox({ left: 2, top: 1, width: 96, height: 48 }, 5, 3, picture)).toEqual({
    left: 0,
    top: 0,
    width: 100,
    height: 50,
  })
})

test('a box scaled to a copy is rounded outwards and clipped to the copy', () => {
  const box = { left: 1, top: 0, width: 2, height: 3 }
  expect(scaleBox(box, { width: 3, height: 3 }, { width: 10, height: 6 })).toEqual({
    left: 3,
    top: 0,
    width: 7,
    height: 6,
  })
  const beyond = { left: 2, top: 2, width: 4, height: 4 }
  expect(scaleBox(beyond, { width: 3, height: 3 }, { width: 10, height: 6 })).toEqual({
    left: 6,
    top: 4,
    width: 4,
    height: 2,
  })
})
