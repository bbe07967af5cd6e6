import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export const encoded = (part: object | string | Buffer): string =>
  Buffer.from(typeof part === 'string' || Buffer.isBuffer(part) ? part : JSON.stringify(part)).toString('base64url')

/** A token with an HMAC, of any header: `hmacToken({ alg: 'HS256' }, claims, key)`. A header may be a text that is no valid JSON. */
export function hmacToken(header: object | string, claims: object, key: Uint8Array | string, hash = 'sha256'): string {
  const input = `${encoded(header)}.${encoded(claims)}`
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')

const rsaToken = (header: object, claims: object, key: KeyObject = rsa.privateKey): string => {
  const input = `${encoded(header)}.${encoded(claims)}`
  return `${input}.${createSign('RSA-SHA256').update(input).sign(key).toString('base64url')}`
}

/** A token with these bytes as its signature. */
const withSignature = (header: object | string, claims: object, signature: Buffer | string): string =>
  `${encoded(header)}.${encoded(claims)}.${encoded(signature)}`

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
/** The order of the group of P-256. */
const N = hex('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const ZERO = Buffer.alloc(32)
const ONE = Buffer.concat([Buffer.alloc(31), hex('01')])

/** Signatures of ES256 that some libraries accept for every text and key (CVE-2022-21449 and its relatives). */
const SPECIAL_ECDSA: Readonly<Record<string, Buffer>> = {
  'r = s = 0': Buffer.concat([ZERO, ZERO]),
  'r = 0, s = 1': Buffer.concat([ZERO, ONE]),
  'r = 1, s = 0': Buffer.concat([ONE, ZERO]),
  'r = s = n': Buffer.concat([N, N]),
  'r = n, s = 1': Buffer.concat([N, ONE]),
  'r = s = 2^256 - 1': Buffer.alloc(64, 0xff),
  'r = s = 0 in DER': hex('3006020100020100'),
  'r and s too short': Buffer.alloc(62, 1),
  'r and s too long': Buffer.alloc(66, 1),
  empty: Buffer.alloc(0),
}

/**
 * Tokens that a stranger can make without a key of ours: the classes of the JWS vectors of Project Wycheproof and of RFC 8725.
 *
 * @param claims Which would be accepted in a token with the right signature.
 * @param given.publicKey What is public about the right key, in every form in which it could be mistaken for a secret.
 * @param given.host Where the keys of a stranger could be fetched.
 */
export function strangersTokens(
  claims: object,
  { publicKeys = [], host }: { publicKeys?: readonly (string | Buffer)[]; host: string },
): Record<string, string> {
  const tokens: Record<string, string> = {}
  for (const alg of ['none', 'None', 'NONE', 'nOnE', 'none ', '', null, 0, false, ['none'], {}]) {
    tokens[`alg ${JSON.stringify(alg)} without a signature`] = withSignature({ alg, typ: 'JWT' }, claims, '')
    tokens[`alg ${JSON.stringify(alg)} with a signature`] = withSignature(
      { alg, typ: 'JWT' },
      claims,
      Buffer.alloc(32, 7),
    )
  }
  tokens['no alg'] = withSignature({ typ: 'JWT' }, claims, '')
  tokens['alg none without the last dot'] = withSignature({ alg: 'none' }, claims, '').slice(0, -1)
  for (const alg of ['HS256', 'RS256', 'ES256', 'PS256', 'EdDSA'])
    tokens[`an empty signature as ${alg}`] = withSignature({ alg }, claims, '')

  const guesses: Record<string, string | Buffer> = {
    'an empty key': '',
    'the key "secret"': 'secret',
    '32 zero bytes': ZERO,
    'the word platelight': 'platelight',
    'an RSA key in PEM': rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
  for (const [number, key] of publicKeys.entries()) guesses[`the public key, form ${number + 1},`] = key
  for (const [what, key] of Object.entries(guesses))
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const)
      tokens[`${what} as the secret of ${alg}`] = hmacToken({ alg, typ: 'JWT' }, claims, key, hash)
  tokens['alg in small letters'] = hmacToken({ alg: 'hs256' }, claims, 'secret')

  const jwk = rsa.publicKey.export({ format: 'jwk' })
  const secretJwk = { kty: 'oct', k: encoded('secret') }
  const own: Record<string, object> = {
    'its key in the header': { jwk },
    'its key with the known kid in the header': { jwk: { ...jwk, kid: 'k1' }, kid: 'k1' },
    'a link to its key set': { jku: `${host}jwks` },
    'a link to its certificate': { x5u: `${host}certificate` },
    'its certificate in the header': { x5c: [encoded('no certificate')] },
  }
  for (const [what, more] of Object.entries(own))
    tokens[`RS256 with ${what}`] = rsaToken({ alg: 'RS256', ...more }, claims)
  tokens['HS256 with its key in the header'] = hmacToken({ alg: 'HS256', jwk: secretJwk }, claims, 'secret')
  tokens['HS256 with a link to its key set'] = hmacToken({ alg: 'HS256', jku: `${host}jwks` }, claims, 'secret')
  for (const kid of ['../../../../dev/null', '/dev/null', "' or '1'='1", 'k1\u0000', '__proto__', 'constructor', ''])
    tokens[`the kid ${JSON.stringify(kid)} with an empty key`] = hmacToken({ alg: 'HS256', kid }, claims, '')

  const input = `${encoded({ alg: 'EdDSA' })}.${encoded(claims)}`
  tokens['EdDSA of another key'] = `${input}.${sign(null, Buffer.from(input), ed.privateKey).toString('base64url')}`
  const ecInput = `${encoded({ alg: 'ES256', kid: 'e1' })}.${encoded(claims)}`
  const ecSign = (dsaEncoding: 'ieee-p1363' | 'der') =>
    sign('sha256', Buffer.from(ecInput), { key: ec.privateKey, dsaEncoding }).toString('base64url')
  tokens['ES256 of another key'] = `${ecInput}.${ecSign('ieee-p1363')}`
  tokens['ES256 of another key in DER'] = `${ecInput}.${ecSign('der')}`
  for (const [what, signature] of Object.entries(SPECIAL_ECDSA))
    tokens[`ES256 with ${what}`] = withSignature({ alg: 'ES256', kid: 'e1' }, claims, signature)
  tokens['RS256 of another key'] = rsaToken({ alg: 'RS256' }, claims)
  tokens['RS256 of another key under the known kid'] = rsaToken({ alg: 'RS256', kid: 'k1' }, claims)
  tokens['RS256 with a signature of zeros'] = withSignature({ alg: 'RS256', kid: 'k1' }, claims, Buffer.alloc(256))
  tokens['PS256 with a signature of RS256'] = rsaToken({ alg: 'PS256', kid: 'k1' }, claims)

  tokens['a header with two algs, none first'] = hmacToken('{"alg":"none","alg":"HS256"}', claims, '')
  tokens['a header with two algs, none last'] = withSignature('{"alg":"HS256","alg":"none"}', claims, '')
  for (const [what, header] of [
    ...[
      ['that is no JSON', '{alg:HS256}'],
      ['that is an array', '["HS256"]'],
      ['that is null', 'null'],
    ],
    ...[
      ['that is empty', ''],
      ['with a byte order mark', '\ufeff{"alg":"HS256"}'],
    ],
  ] as const)
    tokens[`a header ${what}`] = hmacToken(header, claims, 'secret')
  return tokens
}

/**
 * Changed copies of a right token. None may be accepted, not even those that mean the same, because what is compared or listed
 * somewhere as a text must have one form.
 */
export function changedCopies(token: string): Record<string, string> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const copies: Record<string, string> = {}
  for (const length of [0, 1, 8, 16, bytes.length - 1])
    copies[`cut to ${length} bytes`] = `${header}.${payload}.${encoded(bytes.subarray(0, length))}`
  copies['a byte more'] = `${header}.${payload}.${encoded(Buffer.concat([bytes, Buffer.alloc(1)]))}`
  for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    copies[`bit of byte ${at} of the signature`] = `${header}.${payload}.${encoded(flipped)}`
  }
  copies['another payload'] = `${header}.${encoded({ sub: 'another' })}.${signature}`
  copies['another header'] = `${encoded({ alg: 'HS256', typ: 'jwt' })}.${payload}.${signature}`
  copies['alg none in its header'] = `${encoded({ alg: 'none' })}.${payload}.${signature}`
  copies['parts in another order'] = `${payload}.${header}.${signature}`
  copies['two parts'] = `${header}.${payload}`
  copies['four parts'] = `${token}.${signature}`
  copies['five parts'] = `${header}..${payload}.${signature}.`
  copies['JSON, flattened'] = JSON.stringify({ protected: header, payload, signature })
  copies['JSON, general'] = JSON.stringify({ payload, signatures: [{ protected: header, signature }] })
  copies['JSON with an unprotected header'] = JSON.stringify({ header: { alg: 'HS256' }, payload, signature })
  copies['padding behind the signature'] = `${token}=`
  copies['padding behind each part'] = `${header}=.${payload}=.${signature}=`
  copies['padding in percent'] = `${token}%3D`
  copies['a sign outside of the alphabet'] = `${header}.${payload}.*${signature}`
  const unused = signature.slice(0, -1) + nextLetter(signature.at(-1) ?? 'A')
  if (bytes.length % 3 !== 0) copies['other unused bits in the last letter'] = `${header}.${payload}.${unused}`
  const standard = signature.replaceAll('-', '+').replaceAll('_', '/')
  if (standard !== signature) copies['the alphabet with + and /'] = `${header}.${payload}.${standard}`
  return copies
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const nextLetter = (letter: string): string => ALPHABET[ALPHABET.indexOf(letter) + 1] ?? ALPHABET[62]!
