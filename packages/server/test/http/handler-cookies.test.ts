import { expect, test } from 'vitest'
import type { AnyHandler } from '../../src/contract/index.ts'
import { startHttp } from './http-fixture.ts'

const MINE = { name: 'pl_mine', lifetimeSeconds: 600 }
const AGREED = { name: 'pl_agreed', lifetimeSeconds: 60, hasFixedName: true }

/** A public endpoint that says which cookies came, and sets both. */
const exchange: AnyHandler = async ({ cookies, request }) => {
  const came = { mine: cookies.read(MINE) ?? null, agreed: cookies.read(AGREED) ?? null }
  cookies.set(MINE, 'one')
  cookies.set(AGREED, 'two; Domain=example.com')
  return { ...came, header: request.header('Cookie') ?? null }
}

const serve = (secure: boolean) => startHttp({ handlers: { 'service.health': exchange }, secureCookies: () => secure })

test('a cookie is HttpOnly, SameSite=Lax, of this host alone, and over https Secure with the prefix __Host-', async () => {
  const loopback = await (await serve(false)).send('GET', '/health', { key: null })
  expect(loopback.headers.getSetCookie()).toEqual([
    'pl_mine=one; Max-Age=600; Path=/; HttpOnly; SameSite=Lax',
    'pl_agreed=two%3B%20Domain%3Dexample.com; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  ])
  const https = await (await serve(true)).send('GET', '/health', { key: null })
  expect(https.headers.getSetCookie()).toEqual([
    '__Host-pl_mine=one; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
    'pl_agreed=two%3B%20Domain%3Dexample.com; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
})

test('where cookies are secure, one without the prefix is not read, because a neighbouring host could have set it', async () => {
  const { send } = await serve(true)
  const came = async (cookie: string) => (await send('GET', '/health', { key: null, headers: { cookie } })).json()
  expect(await came('pl_mine=planted; pl_agreed=x')).toEqual({ mine: null, agreed: 'x', header: null })
  expect(await came('a=b; __Host-pl_mine=own')).toMatchObject({ mine: 'own', agreed: null })
  expect(await came(';;=;%;__Host-pl_mine')).toMatchObject({ mine: null })
})

test('a bearer endpoint can neither read nor set a cookie', async () => {
  const { send, lines } = await startHttp({ handlers: { 'photos.credits': exchange }, secureCookies: () => false })
  const reply = await send('GET', '/v1/account/credits', { headers: { cookie: 'pl_mine=x' } })
  expect([reply.status, reply.headers.getSetCookie()]).toEqual([500, []])
  expect(JSON.stringify(lines())).toContain('photos.credits takes a credential and must use no cookie')
})

test('a cookie does not stand in for a credential', async () => {
  const { send } = await startHttp()
  const headers = { cookie: 'authorization=Bearer pl_live_secretsecretsecret; pl_agreed=pl_live_secretsecretsecret' }
  expect((await send('GET', '/v1/account/credits', { key: null, headers })).status).toBe(401)
})
