import { expect, test } from 'vitest'
import { connectionFault } from './connection-fault.ts'

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test('each fault of a connection has its sentence, also as the cause of another error', () => {
  for (const [code, sentence] of [
    ['CERT_HAS_EXPIRED', /has expired/],
    ['CERT_NOT_YET_VALID', /not valid yet/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /authority that is not trusted/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /intermediate certificate is missing/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS/],
    ['CERT_SIGNATURE_FAILURE', /certificate is not valid \(CERT_SIGNATURE_FAILURE\)/],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /TLS connection failed/],
    ['EHOSTUNREACH', /no route/],
    ['HPE_INVALID_CONSTANT', /HTTP/],
  ] as const) {
    expect(connectionFault(failed(code)), code).toMatch(sentence)
    expect(connectionFault(new Error('fetch failed', { cause: failed(code) })), code).toMatch(sentence)
  }
  expect(connectionFault(failed('ECONNRESET', 'before secure TLS connection was established'))).toMatch(/TLS/)
  expect(connectionFault(failed('EWHATEVER'))).toBeUndefined()
})
