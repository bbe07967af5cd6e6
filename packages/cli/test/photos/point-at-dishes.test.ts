import { createHash } from 'node:crypto'
import { enhanceFolder, planFolder } from '@platelight/sdk/node'
import { expect, test } from 'vitest'
import { refusal } from '../../../sdk/test/support/scripted-server.ts'
import { withHints } from '../../src/pointing/point-at-dishes.ts'
import { enhanceFixture, menu } from '../support/enhance-fixture.ts'

test('a photo that was pointed at is made with the hint, and what is done already stays, even where all was to be made again', async () => {
  const files = menu(3)
  const cluttered = createHash('sha256')
    .update(files['menu/1.jpg'] ?? '')
    .digest('hex')
    .slice(0, 16)
  const { service, cwd } = await enhanceFixture(files, {
    fault({ what, body }) {
      const text = what === 'enhance' ? body.toString() : ''
      return text.includes(cluttered) && !text.includes('subject') ? refusal(400, 'subject_not_found') : undefined
    },
  })
  const inputs = ['menu']
  const options = { cwd, preset: 'balanced', formats: ['square'], onExisting: 'overwrite', fresh: true } as const
  const first = await enhanceFolder(service.client, inputs, options)
  expect(first.failed.map(({ file, error }) => [file, error.code])).toEqual([['menu/1.jpg', 'subject_not_found']])

  const plan = await planFolder(inputs, options)
  const destination = { toStdout: false, dispose: () => undefined } as never
  const subject = { point: { x: 0.3, y: 0.6 } }
  const task = await withHints({ inputs, options, plan, destination }, new Map([['menu/1.jpg', subject]]))
  expect(task.plan.due).toBe(1)
  const asked = service.calls('enhance').length
  const second = await enhanceFolder(service.client, task.inputs, task.options)
  expect(second.done.map(({ file }) => file)).toEqual(['menu/1.jpg'])
  expect(second.skipped).toHaveLength(2)
  const calls = service.calls('enhance').slice(asked)
  expect(calls.map(({ body }) => JSON.parse(body.toString()).subject)).toEqual([subject])
  expect(service.charges()).toBe(3)
})
