import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ConfigError, checkConfig, readConfig } from './server-config.ts'

test('every setting has a default', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 8787, production: false, trustProxy: 0 })
  expect(readConfig({}).dataFolder).toMatch(/data$/)
})

test('all problems are reported together, each with its setting', () => {
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

test('production requires an https address and refuses development settings', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/PLATELIGHT_PUBLIC_URL/)
  const env = { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com/' }
  expect(readConfig(env).publicUrl).toBe('https://photos.example.com')
  expect(() => readConfig({ ...env, PLATELIGHT_ALLOW_PRIVATE_URLS: '1' })).toThrow(/PLATELIGHT_ALLOW_PRIVATE_URLS/)
})

test('the app callback may be any address that does not run code', () => {
  expect(readConfig({ PLATELIGHT_APP_CALLBACK: 'trattoria://back' }).appCallback).toBe('trattoria://back')
  for (const callback of ['javascript:alert(1)', 'data:text/html,hi', 'signed-in'])
    expect(() => readConfig({ PLATELIGHT_APP_CALLBACK: callback })).toThrow(/PLATELIGHT_APP_CALLBACK/)
  expect(() => readConfig({ PLATELIGHT_PASSWORD_RESET_URL: 'trattoria://new' })).toThrow(
    /PLATELIGHT_PASSWORD_RESET_URL/,
  )
})

test('model settings are paths or none, and preloaded networks are known names', () => {
  const { models } = readConfig({
    PLATELIGHT_CUTOUT_MODEL: 'ours.onnx',
    PLATELIGHT_UPSCALE_MODEL: 'none',
    PLATELIGHT_DETECT_MODEL: 'boxes.onnx',
    PLATELIGHT_SALIENCY_MODEL: 'none',
    PLATELIGHT_WARE_MODEL: 'none',
    PLATELIGHT_FOOD_MODEL: 'food.onnx',
    PLATELIGHT_PRELOAD: ' upscale, cutout ',
    PLATELIGHT_MODEL_IDLE_MINUTES: '0',
  })
  expect(models).toEqual({
    own: {
      cutout: resolve('ours.onnx'),
      upscale: 'none',
      detect: resolve('boxes.onnx'),
      saliency: 'none',
      ware: 'none',
      food: resolve('food.onnx'),
    },
    preload: ['cutout', 'upscale'],
    idleMs: 0,
  })
  expect(readConfig({}).models).toEqual({ own: {}, preload: [], idleMs: 600_000 })
  expect(() => readConfig({ PLATELIGHT_PRELOAD: 'cutout,isnet' })).toThrow(/PLATELIGHT_PRELOAD contains "isnet"/)
})

test('the settings of S3 go together, and one sentence names those that are missing', () => {
  const all = {
    PLATELIGHT_S3_ENDPOINT: 'https://s3.example.com/',
    PLATELIGHT_S3_BUCKET: 'our-photos',
    PLATELIGHT_S3_ACCESS_KEY_ID: 'id',
    PLATELIGHT_S3_SECRET_ACCESS_KEY: 'secret',
  }
  const s3 = { endpoint: 'https://s3.example.com', bucket: 'our-photos', accessKeyId: 'id', secretAccessKey: 'secret' }
  const defaults = { region: 'us-east-1', prefix: '', pathStyle: false, redirect: false }
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig(all).s3).toEqual({ ...s3, ...defaults })
  expect(readConfig({ ...all, PLATELIGHT_S3_PREFIX: 'a/b', PLATELIGHT_S3_REDIRECT: '1' }).s3).toMatchObject({
    prefix: 'a/b/',
    redirect: true,
  })
  expect(readConfig({ ...all, PLATELIGHT_S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3?.pathStyle).toBe(true)
  for (const some of [
    { PLATELIGHT_S3_BUCKET: 'our-photos' },
    { PLATELIGHT_S3_REGION: 'eu-central-1' },
    { PLATELIGHT_S3_REDIRECT: '1' },
    { ...all, PLATELIGHT_S3_SECRET_ACCESS_KEY: '' },
  ]) {
    try {
      readConfig(some)
      expect.fail('it was accepted')
    } catch (error) {
      const { problems } = error as ConfigError
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(/^(PLATELIGHT_S3_\w+, )*PLATELIGHT_S3_SECRET_ACCESS_KEY (is|are) missing: /)
    }
  }
  for (const wrong of [
    { PLATELIGHT_S3_BUCKET: 'Our_Photos' },
    { PLATELIGHT_S3_ENDPOINT: 's3.example.com' },
    { PLATELIGHT_S3_PREFIX: '../up?' },
  ])
    expect(() => readConfig({ ...all, ...wrong })).toThrow(Object.keys(wrong)[0])
})

test('a misspelt setting is refused with a suggestion; settings of the client and the command line are accepted', () => {
  const problems = (env: Record<string, string>): readonly string[] => {
    try {
      readConfig(env)
      return []
    } catch (error) {
      return (error as ConfigError).problems
    }
  }
  expect(problems({ PLATELIGHT_PROT: '9000', PLATELIGHT_MAX_IMAGE_MEGAPIXEL: '10' })).toEqual([
    'PLATELIGHT_MAX_IMAGE_MEGAPIXEL is not a setting; did you mean PLATELIGHT_MAX_IMAGE_MEGAPIXELS?',
    'PLATELIGHT_PROT is not a setting; did you mean PLATELIGHT_PORT?',
  ])
  expect(problems({ PLATELIGHT_MEMORY: '500' })).toEqual([
    'PLATELIGHT_MEMORY is not a setting; did you mean PLATELIGHT_MEMORY_MB?',
  ])
  expect(problems({ PLATELIGHT_REDIS_CLUSTER: 'yes' })).toEqual([
    'PLATELIGHT_REDIS_CLUSTER is not a setting; unset it, or look up the right name in .env.example',
  ])
  // Compose files pass unset variables as empty texts.
  expect(problems({ PLATELIGHT_PROT: '' })).toEqual([])
})

test('every variable that the client and the command line read is known', () => {
  const packages = fileURLToPath(new URL('../../../..', import.meta.url))
  const names = ['sdk', 'cli'].flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('generated'))
      .flatMap(
        (file) => readFileSync(join(packages, name, 'src', file), 'utf8').match(/PLATELIGHT_[A-Z0-9_]*[A-Z0-9]/g) ?? [],
      ),
  )
  expect(names).toContain('PLATELIGHT_API_KEY')
  const env = Object.fromEntries(names.map((name) => [name, 'x']))
  try {
    readConfig(env)
  } catch (error) {
    expect((error as ConfigError).problems.filter((problem) => problem.includes('is not a setting'))).toEqual([])
  }
})

test('a secret comes from a file as well, in which a line may end, and never from both', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-secrets-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  try {
    const { database, s3, mail, outboundProxy } = readConfig({
      PLATELIGHT_DATABASE_URL_FILE: file('database', 'postgres://a:b@db.example.com/c\n'),
      PLATELIGHT_S3_ENDPOINT: 'https://s3.example.com',
      PLATELIGHT_S3_BUCKET: 'bucket',
      PLATELIGHT_S3_ACCESS_KEY_ID_FILE: file('id', 'id\n'),
      PLATELIGHT_S3_SECRET_ACCESS_KEY_FILE: file('key', 'key\n'),
      PLATELIGHT_SMTP_URL_FILE: file('smtp', 'smtps://me:pass@smtp.example.com\n'),
      PLATELIGHT_MAIL_FROM: 'a@example.com',
      PLATELIGHT_OUTBOUND_PROXY_FILE: file('proxy', 'http://me:pass@proxy.example.com:3128\n'),
    })
    expect(database?.url).toBe('postgres://a:b@db.example.com/c')
    expect(s3).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'key' })
    expect(mail?.server).toMatchObject({ password: 'pass' })
    expect(outboundProxy?.password).toBe('pass')
    const { problems } = checkConfig({
      PLATELIGHT_DATABASE_URL: 'postgres://a:b@db.example.com/c',
      PLATELIGHT_DATABASE_URL_FILE: join(folder, 'database'),
      PLATELIGHT_SMTP_URL_FILE: join(folder, 'none'),
    })
    expect(problems.join('\n')).toMatch(/DATABASE_URL and PLATELIGHT_DATABASE_URL_FILE are both set/)
    expect(problems.join('\n')).toMatch(/PLATELIGHT_SMTP_URL_FILE \(.*none\) cannot be read/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('settings of the app store and of the subscription provider are whole or a problem that names what is missing', () => {
  const here = fileURLToPath(import.meta.url)
  const cases: [env: Record<string, string>, problem: string][] = [
    [{ PLATELIGHT_APPSTORE_ROOT_CERTIFICATES: '/nowhere/root.cer' }, 'names /nowhere/root.cer, which does not exist'],
    [{ PLATELIGHT_APPSTORE_ROOT_CERTIFICATES: here }, `names ${here}, which is no certificate`],
    [{ PLATELIGHT_APPSTORE_ENVIRONMENTS: 'production,xcode' }, 'contains "xcode"'],
    [{ PLATELIGHT_SUBSCRIPTIONS_URL: 'https://api.example.com/v1' }, 'PLATELIGHT_SUBSCRIPTIONS_KEY is needed'],
    [{ PLATELIGHT_SUBSCRIPTIONS_SECRET: 'shared' }, 'PLATELIGHT_SUBSCRIPTIONS_URL is needed'],
  ]
  for (const [env, problem] of cases) expect(() => readConfig(env)).toThrow(problem)
})

test('name servers are addresses, with or without a port', () => {
  const given = '192.0.2.53, 192.0.2.54:5353,2001:db8::53,[2001:db8::54]:5353'
  expect(readConfig({ PLATELIGHT_NAME_SERVERS: given }).nameServers).toEqual(given.split(/, ?/))
  expect(readConfig({}).nameServers).toEqual([])
  for (const wrong of [
    'dns.example.com',
    '192.0.2.53:70000',
    '192.0.2.53:0',
    '2001:db8::53:',
    '[192.0.2.53]:53',
    'x:53',
  ])
    expect(() => readConfig({ PLATELIGHT_NAME_SERVERS: `192.0.2.1,${wrong}` }), wrong).toThrow(wrong)
})
