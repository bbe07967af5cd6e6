import type { Network, Networks } from '@platelight/imaging/network-port.ts'
import { expect, test } from 'vitest'
import type { ProgressReport } from '../operations/define-work.ts'
import { reportAnswers } from './report-answers.ts'

const input = { data: new Float32Array(1), dims: [1] }
const network: Network = { engine: 'drawn', anySize: true, run: async (given) => given }
const networks: Networks = { find: async (use) => (use === 'cutout' ? network : undefined) }

test('each answer of a network is reported within the stage that is running', async () => {
  const heard: ProgressReport[] = []
  const context = reportAnswers({ networks, report: (progress) => void heard.push(progress) })
  const found = await context.networks.find('cutout')
  expect(found).toMatchObject({ engine: 'drawn', anySize: true })
  expect(await found?.run(input)).toBe(input)
  const stage = { current: 1, total: 3, status: 'Working on the photo' }
  context.report?.(stage)
  await found?.run(input)
  await found?.run(input)
  expect(heard).toEqual([
    { current: 0, total: 1, status: '', answers: 1 },
    stage,
    { ...stage, answers: 2 },
    { ...stage, answers: 3 },
  ])
})

test('a network that fails gives no sign of life, and one that is not there is not there', async () => {
  const heard: ProgressReport[] = []
  const failing: Networks = { find: async () => ({ ...network, run: () => Promise.reject(new Error('lost')) }) }
  const context = reportAnswers({ networks: failing, report: (progress) => void heard.push(progress) })
  await expect((await context.networks.find('cutout'))?.run(input)).rejects.toThrow('lost')
  expect(heard).toEqual([])
  expect(await reportAnswers({ networks, report: () => {} }).networks.find('ware')).toBeUndefined()
})

test('without a listener, the context stays the same', () => {
  const context = { networks }
  expect(reportAnswers(context)).toBe(context)
})
