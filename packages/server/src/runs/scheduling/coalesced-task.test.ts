import { expect, test } from 'vitest'
import { createCoalescedTask } from './coalesced-task.ts'

/** A task whose looks end one by one. */
function looking({ again }: { again: boolean }) {
  const looks: (() => void)[] = []
  const task = createCoalescedTask(async (looksAgain) => {
    await new Promise<void>((next) => looks.push(next))
    if (!again) return
    looksAgain()
    await new Promise<void>((next) => looks.push(next))
  })
  const end = async (look: number) => {
    looks[look]?.()
    await new Promise((next) => setImmediate(next))
  }
  return { looks, task, end }
}

test('a task that is triggered while it runs is run once more, however often it was triggered', async () => {
  const { looks, task, end } = looking({ again: false })
  for (let n = 0; n < 3; n++) task.trigger()
  expect(looks).toHaveLength(1)
  await end(0)
  expect(looks).toHaveLength(2)
  await end(1)
  expect(looks).toHaveLength(2)
})

test('what triggered a task before it looks again needs no further run, and what triggers it afterwards does', async () => {
  const { looks, task, end } = looking({ again: true })
  task.trigger()
  task.trigger()
  await end(0)
  expect(looks).toHaveLength(2)
  await end(1)
  expect(looks).toHaveLength(2)

  task.trigger()
  await end(2)
  task.trigger()
  await end(3)
  expect(looks).toHaveLength(5)
})
