import { expect, test } from 'vitest'
import { checkConfig } from '../config/server-config.ts'

test('administrators see each setting with its origin, and of secrets that they are set', () => {
  const { config } = checkConfig({
    PLATELIGHT_PORT: '9000',
    PLATELIGHT_SMTP_URL: 'smtp://mara:hunter2@mail.example.com:587',
    PLATELIGHT_DATABASE_URL: 'postgres://platelight:hunter2@db.example.com/platelight',
    PLATELIGHT_PORTAL_URL: 'https://pay.example.com/',
    PLATELIGHT_CARDPAY_SECRET: 'hunter2',
    PLATELIGHT_BACKUP_PASSPHRASE: 'hunter2',
    PLATELIGHT_TRUST_PROXY: '2',
    HOME: '/home/mara',
  })
  const of = (name: string) => config.settings.find((one) => one.name === name)
  expect(of('PLATELIGHT_PORT')).toMatchObject({ value: '9000', origin: 'environment' })
  expect(of('PLATELIGHT_THREADS')).toMatchObject({ value: null, origin: 'default' })
  expect(of('PLATELIGHT_PORTAL_URL')).toMatchObject({ value: 'https://pay.example.com/', origin: 'environment' })
  expect(of('PLATELIGHT_TRUST_PROXY')).toMatchObject({ value: '2' })
  const secrets = ['SMTP_URL', 'DATABASE_URL', 'CARDPAY_SECRET', 'BACKUP_PASSPHRASE'].map((end) => `PLATELIGHT_${end}`)
  for (const name of secrets) {
    expect(of(name), name).toMatchObject({ value: '••••', origin: 'environment' })
  }
  expect(JSON.stringify(config.settings)).not.toContain('hunter2')
  expect(of('HOME')).toBeUndefined()
})

test('no setting that is read as a secret shows any part of it', () => {
  const { known } = checkConfig({ PLATELIGHT_OIDC_STAFF_ISSUER: 'https://id.example.com' })
  const secrets = [...known].flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))
  expect(secrets.length).toBeGreaterThan(15)
  const { config } = checkConfig({
    PLATELIGHT_OIDC_STAFF_ISSUER: 'https://id.example.com',
    ...Object.fromEntries(secrets.map((name) => [name, 'hunter2'])),
  })
  expect(JSON.stringify(config.settings)).not.toContain('hunter2')
})
