/**
 * What an error of a connection, or one of its causes, means to whoever gave the address. Undefined if it is not known.
 *
 * @example connectionFault(error) // 'Its certificate has expired.'
 */
export function connectionFault(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    // The connection was cut before it was encrypted.
    if (code === 'ECONNRESET' && cause.message.includes('secure TLS connection'))
      return 'It refused the TLS connection.'
    const sentence = FAULTS.find(([pattern]) => pattern.test(code))?.[1]
    if (sentence !== undefined) return sentence.replace('CODE', code)
  }
  return undefined
}

const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The connection was refused.'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'The connection was cut.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'There is no route to it.'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS)_TIMEOUT)$/, 'It did not answer.'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'It stopped sending.'],
  [/^CERT_HAS_EXPIRED$/, 'Its certificate has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'Its certificate is not valid yet.'],
  [/^CERT_REVOKED$/, 'Its certificate was revoked.'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'Its certificate is self-signed.'],
  [/^SELF_SIGNED_CERT_IN_CHAIN$/, 'Its certificate is signed by an authority that is not trusted.'],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    'Its certificate cannot be checked: the intermediate certificate is missing, or its authority is not trusted.',
  ],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'Its certificate is for another name.'],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
    'It does not speak TLS there; the address may begin with http://.',
  ],
  [/^(CERT_|CRL_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|UNABLE_TO_)/, 'Its certificate is not valid (CODE).'],
  [/^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO)/, 'The TLS connection failed (CODE).'],
  [/^HPE_/, 'It did not answer in HTTP.'],
]
