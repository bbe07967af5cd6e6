import { expect, test } from 'vitest'
import { document } from '../../src/contract/openapi-document.ts'
import { readContract } from '../../src/http/api-contract.ts'

const { endpoints, validations } = readContract(document)
const byId = new Map(endpoints.map((one) => [one.id, one]))
const scopes = (id: string) => byId.get(id)?.scopes
const rateClass = (id: string) => byId.get(id)?.rateClass

test('the validator can be prepared for every endpoint of the contract', () => {
  for (const endpoint of endpoints)
    expect(() => validations.of(endpoint)?.validator.compile(), endpoint.id).not.toThrow()
})

test('reading requires read, endpoints on pictures images, and everything else account', () => {
  for (const { id, method, path, bearer, retired, scopes: wanted } of endpoints) {
    if (!bearer || retired !== undefined) expect(wanted, id).toEqual([])
    else if (path.startsWith('/api/admin/')) expect(wanted, id).toEqual(['admin'])
    else if (method === 'GET') expect(wanted, id).toEqual(['read'])
    else expect(['images', 'account', 'read'], id).toContain(wanted[0])
  }
  const images = [
    'photos.enhance',
    'photos.delete',
    'images.upscale',
    'jobs.submit',
    'mobile.uploads',
    'mobileJobs.create',
  ]
  expect(images.map(scopes)).toEqual(images.map(() => ['images']))
  const account = [
    'keys.create',
    'keys.revoke',
    'me.updateSettings',
    'billing.createPortalSession',
    'webhooks.delete',
    'webhooks.rotate',
    'account.delete',
  ]
  expect(account.map(scopes)).toEqual(account.map(() => ['account']))
})

test('endpoints that have photos sent somewhere also require read', () => {
  const sending = endpoints.filter(({ scopes: wanted }) => wanted.length > 1)
  expect(sending.map(({ id, scopes: wanted }) => [id, ...wanted])).toEqual(
    ['create', 'update', 'test', 'redeliver'].map((method) => [`webhooks.${method}`, 'account', 'read']),
  )
})

test('an endpoint on pictures requires images', () => {
  for (const { id, bearer, imageOperations, scopes: wanted } of endpoints) {
    if (bearer && imageOperations.length > 0) expect(wanted, id).toEqual(['images'])
  }
})

/** Bearer endpoints that send letters or take a password, which a stolen credential could repeat. */
const SLOWED = new Set(['auth.resendVerification', 'auth.changePassword'])

test('each rate class has its endpoints', () => {
  for (const { id, path, bearer, rateClass: family } of endpoints) {
    if (bearer && !SLOWED.has(id)) expect(family, id).toBe(path.startsWith('/v1/') ? 'v1' : 'api')
    if (!bearer) expect(['public', 'careful', 'receiver', 'service', 'free'], id).toContain(family)
  }
  expect(
    ['auth.signup', 'auth.login', 'auth.forgotPassword', 'auth.resendVerification', 'leads.contact'].map(rateClass),
  ).toEqual(Array(5).fill('careful'))
  expect(['service.health', 'files.result', 'files.privateAsset'].map(rateClass)).toEqual(Array(3).fill('free'))
  expect(['service.apiHealth', 'service.openapi'].map(rateClass)).toEqual(['service', 'service'])
  expect(['receivers.cardpay', 'receivers.appstore'].map(rateClass)).toEqual(['receiver', 'receiver'])
  expect(['photos.presets', 'catalogs.models', 'sessions.anonymous'].map(rateClass)).toEqual(Array(3).fill('public'))
})
