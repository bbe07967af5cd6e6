import { expect, test } from 'vitest'
import { hintOf } from './drawing-surface.tsx'

const point = { x: 0.4, y: 0.6 }

test('strokes become a hint of strokes, and a box becomes one from its corners, however it was drawn', () => {
  expect(hintOf([])).toBeUndefined()
  expect(
    hintOf([
      { tool: 'keep', points: [point] },
      { tool: 'drop', points: [point, point] },
    ]),
  ).toEqual({
    strokes: [
      { kind: 'keep', points: [point] },
      { kind: 'drop', points: [point, point] },
    ],
  })
  const box = { x: 0.25, y: 0.25, width: 0.5, height: 0.25 }
  expect(
    hintOf([
      {
        tool: 'box',
        points: [
          { x: 0.75, y: 0.5 },
          { x: 0.25, y: 0.25 },
        ],
      },
    ]),
  ).toEqual({ box })
  expect(hintOf([{ tool: 'box', points: [point, point] }])).toBeUndefined()
})
