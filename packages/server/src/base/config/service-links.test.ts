import { expect, test } from 'vitest'
import { readConfig } from './server-config.ts'
import { withoutServiceLinks } from './service-links.ts'

/** What Kubernetes adds for a Service with one port that has a name, and one for UDP. */
const linksOf = (service: string) => ({
  [`${service}_SERVICE_HOST`]: '10.0.0.5',
  [`${service}_SERVICE_PORT`]: '8787',
  [`${service}_SERVICE_PORT_HTTP_API`]: '8787',
  [`${service}_PORT`]: 'tcp://10.0.0.5:8787',
  [`${service}_PORT_8787_TCP`]: 'tcp://10.0.0.5:8787',
  [`${service}_PORT_8787_TCP_PROTO`]: 'tcp',
  [`${service}_PORT_8787_TCP_PORT`]: '8787',
  [`${service}_PORT_8787_TCP_ADDR`]: '10.0.0.5',
  [`${service}_PORT_53_UDP`]: 'udp://10.0.0.5:53',
})

test.each(['PLATELIGHT', 'PLATELIGHT_SMTP', 'PLATELIGHT_DATABASE', 'PLATELIGHT_METRICS', 'PLATELIGHT_2'])(
  'the variables of a Service named like %s are no settings',
  (service) => {
    expect(readConfig(withoutServiceLinks(linksOf(service))).port).toBe(8787)
  },
)

test('settings beside them are kept', () => {
  const env = { ...linksOf('PLATELIGHT'), PLATELIGHT_PORT: '9000', PLATELIGHT_LOG: 'warn' }
  expect(readConfig(withoutServiceLinks(env))).toMatchObject({ port: 9000, logLevel: 'warn' })
})
