import { expect, test } from 'vitest'
import { DatabaseUnreachable } from './database-error.ts'

const said = (message: string, code?: string) =>
  DatabaseUnreachable.from(Object.assign(new Error(message), { code }), 'postgres://app@db/pl') as Error

test.each([
  ['no pg_hba.conf entry for host "10.0.0.1", user "app", database "pl", no encryption', '28000'],
  ['no pg_hba.conf entry for host "10.0.0.1", user "app", database "pl", SSL off', '28000'],
  ['SSL connection is required. Please specify SSL options and retry.', '28000'],
  ['SSL required', '08P01'],
  ['connection is insecure (try using `sslmode=require`)', '28000'],
])('a database that wants TLS is named as such: %s', (message, code) => {
  expect(said(message, code)).toBeInstanceOf(DatabaseUnreachable)
  expect(said(message, code).message).toMatch(/refuses connections without TLS\. Add \?sslmode=require/)
})

test.each([
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['unable to get local issuer certificate', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['certificate has expired', 'CERT_HAS_EXPIRED'],
])('a certificate that is not trusted is named: %s', (message, code) => {
  expect(said(message, code).message).toContain(`not trusted (${message}). Name the certificate of its authority`)
})

test('a database without TLS, and an address without a password, are named', () => {
  expect(said('The server does not support SSL connections').message).toContain('offers no TLS')
  expect(said('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string').message).toContain('has none')
  expect(said('no pg_hba.conf entry for host "10.0.0.1", user "x", SSL encryption', '28000').message).toContain(
    'refuses the user',
  )
})
