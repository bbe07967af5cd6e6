import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../support/server-process.ts'
import { traceCollector } from '../support/services/trace-collector.ts'

const data = mkdtempSync(join(tmpdir(), 'platelight-traces-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

test('the built server sends its last spans before it ends, and also ends when the collector never answers', async () => {
  const accepting = await traceCollector()
  const silent = await traceCollector(() => {})
  onTestFinished(async () => {
    await Promise.all([accepting.close(), silent.close()])
  })
  const collectors = { accepting: { ...accepting, timeout: '60000' }, silent: { ...silent, timeout: '2000' } }
  for (const [name, { settings, timeout, requests }] of Object.entries(collectors)) {
    const env = { ...settings, OTEL_EXPORTER_OTLP_TIMEOUT: timeout }
    const server = await startProcess(join(data, name), { env })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    if (name === 'silent') await expect.poll(() => requests.length).toBeGreaterThan(0)
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(server.errors()).not.toMatch(/"level":50/)
  }
  expect(accepting.spans.map((span) => span.name)).toContain('GET /health')
})
