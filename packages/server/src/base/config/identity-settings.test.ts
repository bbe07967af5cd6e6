import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkConfig } from './server-config.ts'

const KITCHEN = {
  PLATELIGHT_OIDC_KITCHEN_ID_ISSUER: 'https://id.example.com/realms/kitchen/',
  PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_ID: 'platelight',
}

test('any number of providers is read from settings with their names, in the order of the names', () => {
  const { config, problems } = checkConfig({
    ...KITCHEN,
    PLATELIGHT_OIDC_ACME_ISSUER: 'http://10.0.0.7:8080',
    PLATELIGHT_OIDC_ACME_CLIENT_ID: 'ours',
    PLATELIGHT_OIDC_ACME_CLIENT_SECRET: 's3cret',
    PLATELIGHT_OIDC_ACME_LABEL: 'ACME staff',
    PLATELIGHT_OIDC_GONE_ISSUER: '',
  })
  expect(problems).toEqual([])
  const plain = { unstatedEmails: 'unverified', tenants: [], responseMode: 'query' }
  expect(config.identityProviders.map(({ issuer, ...rest }) => ({ ...rest, issuer: issuer.href }))).toEqual([
    {
      ...plain,
      id: 'acme',
      label: 'ACME staff',
      issuer: 'http://10.0.0.7:8080/',
      clientId: 'ours',
      clientSecret: 's3cret',
    },
    {
      ...plain,
      id: 'kitchen_id',
      label: 'Kitchen Id',
      clientId: 'platelight',
      clientSecret: undefined,
      // The slash at the end is part of an issuer.
      issuer: 'https://id.example.com/realms/kitchen/',
    },
  ])
})

test('the secret of a client may be in a file, and is shown in no problem', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, ' s3cret\n')
  const secretIn = (path: string, more = {}) =>
    checkConfig({ ...KITCHEN, PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_SECRET_FILE: path, ...more })
  expect(secretIn(file).config.identityProviders[0]?.clientSecret).toBe('s3cret')
  expect(secretIn(file).problems).toEqual([])
  expect(secretIn(join(folder, 'none')).problems).toEqual([expect.stringContaining('CLIENT_SECRET_FILE')])
  const both = secretIn(file, { PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_SECRET: 'other' })
  expect(both.problems).toEqual([expect.stringMatching(/CLIENT_SECRET_FILE are both set/)])
  expect(both.problems.join()).not.toMatch(/s3cret|other/)
})

test('an incomplete, misspelt or unsafe setting of a provider is a problem', () => {
  const problems = (env: Record<string, string>) => checkConfig(env).problems
  const { PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_ID: _, ...noClient } = KITCHEN
  expect(problems(noClient)).toEqual(['PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_ID is missing: a provider needs it'])
  expect(problems({ ...KITCHEN, PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_SECRT: 'x' })).toEqual([
    'PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_SECRT is not a setting; did you mean PLATELIGHT_OIDC_KITCHEN_ID_CLIENT_SECRET?',
  ])
  expect(problems({ PLATELIGHT_OIDC_ISSUER: 'https://id.example.com' })).toHaveLength(1)
  for (const issuer of ['id.example.com', 'ftp://id.example.com', 'https://a:b@id.example.com', 'https://x.test/?a=b'])
    expect(problems({ ...KITCHEN, PLATELIGHT_OIDC_KITCHEN_ID_ISSUER: issuer }), issuer).toHaveLength(1)
  const plain = { ...KITCHEN, PLATELIGHT_OIDC_KITCHEN_ID_ISSUER: 'http://id.example.com' }
  const production = { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' }
  expect(problems(plain)).toEqual([])
  expect(problems({ ...plain, ...production })).toEqual([
    expect.stringContaining('must be an address that starts with'),
  ])
  const twice = { ...KITCHEN, PLATELIGHT_OIDC_B_ISSUER: KITCHEN.PLATELIGHT_OIDC_KITCHEN_ID_ISSUER }
  expect(problems({ ...twice, PLATELIGHT_OIDC_B_CLIENT_ID: 'x' })).toEqual([
    expect.stringContaining('the issuer of another provider'),
  ])
})

test('addresses are trusted only if it is set, and at an issuer of all tenants only for tenants that are named', () => {
  const common = { ...KITCHEN, PLATELIGHT_OIDC_KITCHEN_ID_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }
  const trusting = { ...common, PLATELIGHT_OIDC_KITCHEN_ID_TRUST_EMAILS: '1' }
  expect(checkConfig(common)).toMatchObject({
    problems: [],
    config: { identityProviders: [{ unstatedEmails: 'refused' }] },
  })
  expect(checkConfig(trusting).problems).toEqual([expect.stringContaining('_TENANTS beside it')])
  const { config, problems } = checkConfig({ ...trusting, PLATELIGHT_OIDC_KITCHEN_ID_TENANTS: 'A-1, b-2' })
  expect(problems).toEqual([])
  expect(config.identityProviders).toMatchObject([{ unstatedEmails: 'verified', tenants: ['a-1', 'b-2'] }])
  const oneTenant = { ...trusting, PLATELIGHT_OIDC_KITCHEN_ID_ISSUER: 'https://login.microsoftonline.com/a-1/v2.0' }
  expect(checkConfig(oneTenant).problems).toEqual([])
})

test('Apple answers with a form, and others if it is set', () => {
  const modeOf = (env: Record<string, string>) =>
    checkConfig({ ...KITCHEN, ...env }).config.identityProviders[0]?.responseMode
  expect(modeOf({ PLATELIGHT_OIDC_KITCHEN_ID_ISSUER: 'https://appleid.apple.com' })).toBe('form_post')
  expect(modeOf({ PLATELIGHT_OIDC_KITCHEN_ID_RESPONSE_MODE: 'form_post' })).toBe('form_post')
})
