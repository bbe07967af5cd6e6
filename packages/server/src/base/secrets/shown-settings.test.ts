import { expect, test } from 'vitest'
import { checkConfig } from '../config/server-config.ts'

test('administrators see each setting with its origin, and of secrets that they are set', () => {
  const { config } = checkConfig({
    PLATELIGHT_PORT: '9000',
    PLATELIGHT_SMTP_URL: 'smtp://mara:hunter2@mail.example.com:587',
    PLATELIGHT_DATABASE_URL: 'postgres://platelight:hunter2@db.example.com/platelight',
    PLATELIGHT_PORTAL_URL: 'https://pay.example.com/',
    PLATELIGHT_CARDPAY_SECRET: 'hunter2',
    HOME: '/home/mara',
  })
  const of = (name: string) => config.settings.find((one) => one.name === name)
  expect(of('PLATELIGHT_PORT')).toMatchObject({ value: '9000', origin: 'environment' })
  expect(of('PLATELIGHT_THREADS')).toMatchObject({ value: null, origin: 'default' })
  expect(of('PLATELIGHT_PORTAL_URL')).toMatchObject({ value: 'https://pay.example.com/', origin: 'environment' })
  for (const name of ['PLATELIGHT_SMTP_URL', 'PLATELIGHT_DATABASE_URL', 'PLATELIGHT_CARDPAY_SECRET']) {
    expect(of(name), name).toMatchObject({ value: '••••', origin: 'environment' })
  }
  expect(JSON.stringify(config.settings)).not.toContain('hunter2')
  expect(of('HOME')).toBeUndefined()
})
