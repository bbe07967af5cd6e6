import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { checkConfig } from './server-config.ts'

const read = (address: string) => {
  const { config, problems } = checkConfig({ PLATELIGHT_DATABASE_URL: address })
  return { url: config.database?.url, problem: problems.join() }
}
const clientOf = (address: string) =>
  new Client({ connectionString: read(address).url ?? '' }) as unknown as {
    readonly ssl: false | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown; ca?: string }
    readonly connectionParameters: { readonly password: string; readonly host: string; readonly database: string }
  }
const CERTIFICATE = fileURLToPath(import.meta.url)

test('sslmode means what psql means: require encrypts, and only verify-full, or a certificate of an authority, checks', () => {
  const ssl = (query: string) => clientOf(`postgres://app:x@db.example.com/pl?${query}`).ssl
  expect(ssl('')).toBe(false)
  expect(ssl('sslmode=disable')).toBe(false)
  expect(ssl('sslmode=allow')).toBe(false)
  for (const mode of ['require', 'prefer', 'no-verify'])
    expect(ssl(`sslmode=${mode}`)).toEqual({ rejectUnauthorized: false })
  expect(ssl('connect_timeout=5&sslmode=require&application_name=a')).toEqual({ rejectUnauthorized: false })
  expect(ssl('sslmode=verify-full')).toEqual({})
  expect(ssl(`sslmode=verify-full&sslrootcert=${CERTIFICATE}`)).toEqual({ ca: expect.any(String) })
  for (const mode of ['require', 'verify-ca'])
    expect(ssl(`sslmode=${mode}&sslrootcert=${CERTIFICATE}`)).toEqual({
      ca: expect.any(String),
      checkServerIdentity: expect.any(Function),
    })
  expect(ssl('sslrootcert=system&sslmode=require')).toEqual({})
})

test.each([
  ['sslmode=verify-ca', /needs sslrootcert=FILE/],
  ['sslmode=required', /has sslmode=required; it is/],
  ['sslmode=verify-full&sslrootcert=/nowhere.pem', /sslrootcert=\/nowhere\.pem, which cannot be read/],
])('%s is refused with what to write', (query, says) => {
  expect(read(`postgres://app:secret-word@db.example.com/pl?${query}`).problem).toMatch(says)
})

test.each(['a/b#c', '12/4', '12#4', '1?x', 'a/b@c'])(
  'a password with %s unencoded is refused, and not shown',
  (password) => {
    const { problem } = read(`postgres://app:${password}@db.example.com/pl`)
    expect(problem).toMatch(/PLATELIGHT_DATABASE_URL has a [/#?] in its user or password, .*percent-encoded/)
    expect(problem).not.toContain(password)
  },
)

test.each([
  ['p@ss', 'p@ss'],
  ['a%2Fb%23c%25', 'a/b#c%'],
  ['a+b=c', 'a+b=c'],
  ['a%b', 'a%b'],
])('the password %s is read as %s', (written, meant) => {
  const { password, host, database } = clientOf(`postgres://app:${written}@db.example.com/pl`).connectionParameters
  expect([password, host, database]).toEqual([meant, 'db.example.com', 'pl'])
})
