import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('nothing needs to be set', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 8787, production: false, trustProxy: 0 })
  expect(readConfig({}).dataFolder).toMatch(/data$/)
})

test('all problems are reported together, each naming its setting', () => {
  const env = {
    PLATELIGHT_PORT: '70000',
    PLATELIGHT_THREADS: 'many',
    PLATELIGHT_PUBLIC_URL: 'example.com',
    PLATELIGHT_TLS_CERT: '/cert.pem',
    PLATELIGHT_LOG: 'chatty',
    PLATELIGHT_ALLOW_PRIVATE_URLS: 'perhaps',
  }
  try {
    readConfig(env)
    expect.fail('it was accepted')
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as ConfigError).problems).toHaveLength(6)
    for (const name of Object.keys(env)) expect((error as Error).message).toContain(name)
  }
})

test('production needs an https address and no doors for development', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/PLATELIGHT_PUBLIC_URL/)
  const env = { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com/' }
  expect(readConfig(env).publicUrl).toBe('https://photos.example.com')
  expect(() => readConfig({ ...env, PLATELIGHT_ALLOW_PRIVATE_URLS: '1' })).toThrow(/PLATELIGHT_ALLOW_PRIVATE_URLS/)
})

test('the app is called back at any address but one that runs something', () => {
  expect(readConfig({ PLATELIGHT_APP_CALLBACK: 'trattoria://back' }).appCallback).toBe('trattoria://back')
  for (const callback of ['javascript:alert(1)', 'data:text/html,hi', 'signed-in'])
    expect(() => readConfig({ PLATELIGHT_APP_CALLBACK: callback })).toThrow(/PLATELIGHT_APP_CALLBACK/)
  expect(() => readConfig({ PLATELIGHT_PASSWORD_RESET_URL: 'trattoria://new' })).toThrow(
    /PLATELIGHT_PASSWORD_RESET_URL/,
  )
})

test('models of their own are paths, or none; what is preloaded has a name', () => {
  const { models } = readConfig({
    PLATELIGHT_CUTOUT_MODEL: 'ours.onnx',
    PLATELIGHT_UPSCALE_MODEL: 'none',
    PLATELIGHT_PRELOAD: ' upscale, cutout ',
    PLATELIGHT_MODEL_IDLE_MINUTES: '0',
  })
  expect(models).toEqual({
    own: { cutout: resolve('ours.onnx'), upscale: 'none' },
    preload: ['cutout', 'upscale'],
    idleMs: 0,
  })
  expect(readConfig({}).models).toEqual({ own: {}, preload: [], idleMs: 600_000 })
  expect(() => readConfig({ PLATELIGHT_PRELOAD: 'cutout,isnet' })).toThrow(/PLATELIGHT_PRELOAD has "isnet"/)
})
