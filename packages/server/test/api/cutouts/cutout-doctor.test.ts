import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/base/config/server-config.ts'
import { cutoutFindings } from '../../../src/commands/doctor/cutout-findings.ts'
import { KEY, providerStandIn } from '../../support/providers/provider-stand-in.ts'

test('the doctor asks providers of cut-outs whether they accept the key, and orders nothing', async () => {
  const [removebg, fal] = [await providerStandIn('removebg'), await providerStandIn('fal')]
  onTestFinished(async () => {
    await Promise.all([removebg.close(), fal.close()])
  })
  const env = { PLATELIGHT_ENGINE_CUTOUT: 'removebg,fal', ...removebg.env, ...fal.env }
  const findings = (key = {}) => cutoutFindings(readConfig({ ...env, ...key }))
  const state = { state: 'ok', message: expect.stringContaining('only an order shows') }

  removebg.misbehaves((_step, _count, response) =>
    response.req.url === '/v1.0/account' && response.req.headers['x-api-key'] === KEY ? { body: {} } : undefined,
  )
  expect(await findings()).toMatchObject([{ name: 'cut-outs removebg', state: 'ok' }, state])

  const refused = { state: 'fail', message: expect.stringContaining('PLATELIGHT_REMOVEBG_API_KEY') }
  const found = await findings({ PLATELIGHT_REMOVEBG_API_KEY: 'another' })
  expect(found).toMatchObject([refused, state])
  expect(JSON.stringify(found)).not.toContain('another')
  expect([removebg.orders, fal.orders]).toEqual([[], []])
})
