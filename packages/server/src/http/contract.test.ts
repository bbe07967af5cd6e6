import { expect, test } from 'vitest'
import { document } from '../contract/document.ts'
import { readOperations } from './operations.ts'
import { createValidator } from './validator.ts'

const operations = readOperations(document)
const byId = new Map(operations.map((one) => [one.id, one]))
const scope = (id: string) => byId.get(id)?.scope
const allowance = (id: string) => byId.get(id)?.allowance

test('the validator can be prepared for every operation of the contract', async () => {
  for (const operation of operations) await createValidator(document, operation).warm()
})

test('reading asks for read, pictures for images, everything else for account', () => {
  for (const { id, method, path, bearer, retired, scope: wanted } of operations) {
    if (!bearer || retired !== undefined) expect(wanted, id).toBeUndefined()
    else if (method === 'GET') expect(wanted, id).toBe('read')
    else if (path.startsWith('/api/admin/')) expect(wanted, id).toBe('admin')
    else expect(['images', 'account', 'read'], id).toContain(wanted)
  }
  const images = [
    'photos.enhance',
    'photos.delete',
    'images.upscale',
    'jobs.submit',
    'mobile.uploads',
    'mobileJobs.create',
  ]
  expect(images.map(scope)).toEqual(images.map(() => 'images'))
  const account = [
    'keys.create',
    'keys.revoke',
    'me.updateSettings',
    'billing.createPortalSession',
    'webhooks.create',
    'account.delete',
  ]
  expect(account.map(scope)).toEqual(account.map(() => 'account'))
})

test('an operation on pictures asks for images', () => {
  for (const { id, bearer, imageOperations, scope: wanted } of operations) {
    if (bearer && imageOperations.length > 0) expect(wanted, id).toBe('images')
  }
})

test('each family of limits has its endpoints', () => {
  for (const { id, path, bearer, allowance: family } of operations) {
    if (bearer && id !== 'auth.resendVerification') expect(family, id).toBe(path.startsWith('/v1/') ? 'v1' : 'api')
    if (!bearer) expect(['public', 'careful', 'receiver', 'free'], id).toContain(family)
  }
  expect(
    ['auth.signup', 'auth.login', 'auth.forgotPassword', 'auth.resendVerification', 'leads.contact'].map(allowance),
  ).toEqual(Array(5).fill('careful'))
  expect(
    ['service.health', 'service.apiHealth', 'service.openapi', 'files.result', 'files.privateAsset'].map(allowance),
  ).toEqual(Array(5).fill('free'))
  expect(['receivers.cardpay', 'receivers.appstore'].map(allowance)).toEqual(['receiver', 'receiver'])
  expect(['photos.presets', 'catalogs.models', 'sessions.project'].map(allowance)).toEqual(Array(3).fill('public'))
})
