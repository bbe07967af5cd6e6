import { expect, test } from 'vitest'
import { checkConfig } from '../config/server-config.ts'
import { cutoffsOf } from './retention-settings.ts'

const results = (text: string) => {
  const { config, problems } = checkConfig({ PLATELIGHT_RETENTION_RESULTS_DAYS: text })
  return { kept: config.retention.results, problems }
}

test('nothing is deleted by default but what always was: events, deliveries and letters after thirty days', () => {
  const { results, originals, runs, ...others } = checkConfig({}).config.retention
  for (const kept of [results, originals, runs]) expect(cutoffsOf(kept, new Date())).toEqual([])
  for (const kept of Object.values(others)) expect(new Set(Object.values(kept))).toEqual(new Set([30]))
})

test('days are those of all plans, or of some, and 0 is without end', () => {
  expect(results('90').kept).toMatchObject({ Free: 90, Enterprise: 90 })
  expect(results('Free=30, Starter = 90,Pro=30').kept).toMatchObject({ Free: 30, Growth: Number.POSITIVE_INFINITY })
  const now = new Date('2026-03-31T00:00:00Z')
  expect(cutoffsOf(results('Free=30, Starter = 90,Pro=30,Growth=0').kept, now)).toEqual([
    { plans: ['Free', 'Pro'], before: '2026-03-01T00:00:00.000Z' },
    { plans: ['Starter'], before: '2025-12-31T00:00:00.000Z' },
  ])
})

test('each wrong part is named, and what would be right', () => {
  const { problems } = results('Fre=30, Starter=-1, 90, Pro=1.5, Growth=40000, Free=7')
  expect(problems.map((problem) => /contains "([^"]+)"/.exec(problem)?.[1])).toEqual([
    'Fre=30',
    'Starter=-1',
    '90',
    'Pro=1.5',
    'Growth=40000',
  ])
  expect(problems[0]).toMatch(/^PLATELIGHT_RETENTION_RESULTS_DAYS .* Free=30, Starter=90 \(plans: Free, Starter/)
})
