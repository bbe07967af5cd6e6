import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { createKey, startProcess } from '../support/server-process.ts'
import { freePort } from '../support/services/free-port.ts'

const data = mkdtempSync(join(tmpdir(), 'platelight-metrics-'))
const MONITORING = fileURLToPath(new URL('../../../../deploy/monitoring/', import.meta.url))

let server: Awaited<ReturnType<typeof startProcess>>
let address: string
beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}/metrics`
  const { key } = await createKey(data, 5)
  server = await startProcess(data, { env: { PLATELIGHT_METRICS_PORT: String(port) } })
  const image = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
  await new Platelight({ baseUrl: server.url, apiKey: key }).photos.enhance({ image, formats: ['square'] })
})
afterAll(async () => {
  await server?.kill('SIGTERM')
  rmSync(data, { recursive: true, force: true })
})

const scrape = async (): Promise<string> => (await fetch(address)).text()

test('requests, runs, work and credits are counted, on a port of its own only', async () => {
  const text = await scrape()
  for (const line of [
    'platelight_http_requests_total{operation="photos.enhance",status="200"} 1',
    'platelight_runs_total{operation="enhance",outcome="succeeded"} 1',
    'platelight_engine_duration_seconds_count{operation="enhance"} 1',
    'platelight_credits_charged_total 1',
    'platelight_credits_held 0',
    'platelight_database_up 1',
    'platelight_queue_runs{urgency="caller",state="queued"} 0',
    'platelight_engine_tasks{state="busy"} 0',
  ])
    expect(text.split('\n')).toContain(line)
  for (const name of ['database_query_duration_seconds_count', 'disk_free_bytes', 'storage_duration_seconds_count'])
    expect(Number(new RegExp(`^platelight_${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1])).toBeGreaterThan(0)
  expect((await fetch(new URL('/metrics', server.url))).status).toBe(404)
  expect((await fetch(new URL('/', address))).status).toBe(404)
})

test('every metric that alerts and the dashboard ask for is there', async () => {
  const text = await scrape()
  const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const asked = ['alerts.yaml', 'grafana-dashboard.json'].flatMap(
    (file) => readFileSync(join(MONITORING, file), 'utf8').match(/\b(?:platelight|nodejs|process)_[a-z0-9_]+/g) ?? [],
  )
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')).filter((name) => !there.has(name))).toEqual([])
})

test('promtool finds nothing to correct in the metrics and the rules', needs('promtool'), async () => {
  // It fails when there is something.
  runProgram('promtool', ['check', 'metrics'], { input: await scrape() })
  runProgram('promtool', ['check', 'rules', join(MONITORING, 'alerts.yaml')])
})

test('a port that is used, or a host without a port, ends the start with what is wrong', async () => {
  const { port } = new URL(address)
  const starts = (env: Record<string, string>) => startProcess(mkdtempSync(join(data, 'other-')), { env })
  await expect(starts({ PLATELIGHT_METRICS_PORT: port })).rejects.toThrow(
    /ended with 2: .*PLATELIGHT_METRICS_PORT .*EADDRINUSE/s,
  )
  await expect(starts({ PLATELIGHT_METRICS_HOST: '0.0.0.0' })).rejects.toThrow(
    /needs PLATELIGHT_METRICS_PORT beside it/,
  )
})
