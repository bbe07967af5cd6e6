import { expect, test } from 'vitest'
import { createCycleLoop } from './cycle-loop.ts'

test('an error that comes back is told once, and again after a cycle without it', async () => {
  const results = ['away', 'away', undefined, 'away', 'full']
  const reported: string[] = []
  const cycle = async () => {
    const result = results.shift()
    if (result !== undefined) throw new Error(result)
  }
  const loop = createCycleLoop(cycle, (error) => void reported.push((error as Error).message))
  while (results.length > 0) await loop.wake()
  expect(reported).toEqual(['away', 'away', 'full'])
})
