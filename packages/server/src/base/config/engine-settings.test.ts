import { expect, test } from 'vitest'
import { CAPABILITIES, ENGINE_CHOICES, engineSetting, IMAGE_PROVIDERS, PROVIDERS } from '../engine-capability.ts'
import { checkConfig } from './server-config.ts'
import { providerSetting } from './synthesis-settings.ts'

const production = { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' }
const LOCAL = {
  pixels: 'local',
  cutout: 'local',
  upscale: 'local',
  motion: 'local',
  copy: 'local',
  providers: [],
  filmProviders: [],
  cutoutChain: [],
}

/** What every provider needs. */
const ACCOUNTS = {
  ...Object.fromEntries(PROVIDERS.map((name) => [providerSetting(name, 'API_KEY'), `key-of-${name}`])),
  PLATELIGHT_OPENAI_COMPATIBLE_URL: 'http://127.0.0.1:8080/v1',
  PLATELIGHT_OPENAI_COMPATIBLE_MODEL: 'sdxl',
  PLATELIGHT_COPY_URL: 'http://127.0.0.1:11434/v1',
  PLATELIGHT_COPY_MODEL: 'kitchen-1',
}

test('placeholders are drawn by default, but in production only where the operator chose that', () => {
  expect(checkConfig({}).config.engines).toEqual({ ...LOCAL, synthesis: 'preview' })
  expect(checkConfig(production).config.engines).toEqual({ ...LOCAL, synthesis: 'off' })
  const chosen = checkConfig({ ...production, PLATELIGHT_ENGINE_SYNTHESIS: 'preview' })
  expect([chosen.problems, chosen.config.engines.synthesis]).toEqual([[], 'preview'])
})

test('every choice of every capability is read under the setting that errors name, and any other is refused at the start', () => {
  for (const capability of CAPABILITIES) {
    const setting = engineSetting(capability)
    for (const engine of ENGINE_CHOICES[capability]) {
      const { config, problems } = checkConfig({ [setting]: engine, ...ACCOUNTS })
      expect([problems, config.engines[capability]]).toEqual([[], engine])
    }
    expect(checkConfig({ [setting]: 'cloud' }).problems).toEqual([expect.stringContaining(`${setting} is "cloud"`)])
  }
  expect(checkConfig({ PLATELIGHT_ENGINE_SYNTHESIS: 'cloud' }).problems).toEqual([
    `PLATELIGHT_ENGINE_SYNTHESIS is "cloud"; it must be one of preview, ${IMAGE_PROVIDERS.join(', ')}, off, or several providers`,
  ])
  expect(checkConfig({ PLATELIGHT_ENGINE_MOTION: 'cloud' }).problems).toEqual([
    'PLATELIGHT_ENGINE_MOTION is "cloud"; it must be one of local, fal, replicate, off, or several providers',
  ])
})

test('a process offers only what it has an engine for, of what it may take', () => {
  expect(checkConfig({}).config.capabilities).toEqual(['pixels', 'cutout', 'upscale', 'synthesis', 'copy'])
  // Reels need a program, which no PATH leads to here.
  expect(checkConfig({ PLATELIGHT_FFMPEG: process.execPath }).config.capabilities).toContain('motion')
  expect(checkConfig({ PLATELIGHT_FFMPEG: '/no/such/ffmpeg' }).problems).toEqual([
    'PLATELIGHT_FFMPEG is "/no/such/ffmpeg"; it must be the path of ffmpeg',
  ])
  expect(checkConfig(production).config.capabilities).toEqual(['pixels', 'cutout', 'upscale', 'copy'])
  const worker = { PLATELIGHT_DATABASE_URL: 'postgres://db/x', PLATELIGHT_ROLE: 'worker' }
  const some = { ...worker, PLATELIGHT_WORKER_CAPABILITIES: 'pixels,synthesis' }
  expect(checkConfig(some).config.capabilities).toEqual(['pixels', 'synthesis'])
  expect(checkConfig({ ...some, PLATELIGHT_ENGINE_SYNTHESIS: 'off' }).config.capabilities).toEqual(['pixels'])
})

test('only a process that takes such work needs and has the accounts of providers and of the language model', () => {
  const engines = { PLATELIGHT_ENGINE_SYNTHESIS: 'bfl', PLATELIGHT_ENGINE_COPY: 'openai-compatible' }
  const several = { PLATELIGHT_DATABASE_URL: 'postgres://db/x', ...engines }
  const front = { ...several, PLATELIGHT_ROLE: 'api' }
  const worker = { ...several, PLATELIGHT_ROLE: 'worker' }
  const pixels = { ...worker, PLATELIGHT_WORKER_CAPABILITIES: 'pixels' }
  for (const without of [front, pixels]) {
    const { config, problems } = checkConfig({ ...without, ...ACCOUNTS })
    expect([problems, config.imageProviders, config.copy]).toEqual([[], [], undefined])
    expect(config.engines).toMatchObject({ synthesis: 'bfl', providers: ['bfl'], copy: 'openai-compatible' })
    expect(checkConfig(without).problems).toEqual([])
  }
  const both = { ...worker, PLATELIGHT_WORKER_CAPABILITIES: 'synthesis,copy' }
  for (const needing of [worker, both, engines]) expect(checkConfig(needing).problems).toHaveLength(2)
  expect(checkConfig({ ...both, ...ACCOUNTS }).config).toMatchObject({
    imageProviders: [{ key: 'key-of-bfl' }],
    copy: { model: 'kitchen-1' },
  })
})

test('several providers are tried in the order of the setting, each with its own account', () => {
  const { config, problems } = checkConfig({ PLATELIGHT_ENGINE_SYNTHESIS: ' fal, openai-compatible,bfl', ...ACCOUNTS })
  expect(problems).toEqual([])
  expect(config.engines).toMatchObject({ synthesis: 'fal', providers: ['fal', 'openai-compatible', 'bfl'] })
  expect(config.imageProviders).toMatchObject([
    { name: 'fal', url: 'https://queue.fal.run', key: 'key-of-fal' },
    { name: 'openai-compatible', url: 'http://127.0.0.1:8080/v1', model: 'sdxl' },
    { name: 'bfl', url: 'https://api.bfl.ai/v1', key: 'key-of-bfl' },
  ])
})

test.each([
  [{ PLATELIGHT_ENGINE_SYNTHESIS: 'bfl' }, /names bfl, which needs PLATELIGHT_BFL_API_KEY/],
  [{ PLATELIGHT_ENGINE_SYNTHESIS: 'openai-compatible' }, /needs PLATELIGHT_OPENAI_COMPATIBLE_URL.*\n.*_MODEL/],
  [{ PLATELIGHT_ENGINE_SYNTHESIS: 'bfl,preview', ...ACCOUNTS }, /preview stands alone, because a placeholder is free/],
  [{ PLATELIGHT_ENGINE_SYNTHESIS: 'off,bfl', ...ACCOUNTS }, /off stands alone/],
  [{ PLATELIGHT_ENGINE_SYNTHESIS: 'bfl,bfl', ...ACCOUNTS }, /names a provider twice/],
  [
    { PLATELIGHT_BFL_PICTURE_USD: '4 cents' },
    /PLATELIGHT_BFL_PICTURE_USD is "4 cents"; it must be an amount in dollars/,
  ],
  [{ PLATELIGHT_BFL_API_KEX: 'x' }, /did you mean PLATELIGHT_BFL_API_KEY/],
])('the server does not start with %o', (env, sentence) => {
  const { problems } = checkConfig(env)
  expect(problems.join('\n')).toMatch(sentence)
  expect(problems.join('\n')).not.toContain('key-of-')
})

test('providers of films are tried in the order of their names, with the model and the price of films', () => {
  const keys = { PLATELIGHT_FAL_API_KEY: 'a', PLATELIGHT_REPLICATE_API_KEY: 'b', PLATELIGHT_FAL_MODEL: 'pictures' }
  const films = { PLATELIGHT_FAL_FILM_MODEL: 'films', PLATELIGHT_FAL_FILM_USD: '0.35' }
  const { config, problems } = checkConfig({ PLATELIGHT_ENGINE_MOTION: 'replicate, fal', ...keys, ...films })
  expect(problems).toEqual([])
  expect(config.engines).toMatchObject({ motion: 'replicate', filmProviders: ['replicate', 'fal'] })
  expect(config.filmProviders).toMatchObject([
    { name: 'replicate', key: 'b', model: undefined },
    { name: 'fal', key: 'a', model: 'films', pictureMicros: 350_000 },
  ])
  expect(config.imageProviders).toEqual([])
  expect(checkConfig({ PLATELIGHT_ENGINE_MOTION: 'fal' }).problems).toEqual([
    'PLATELIGHT_ENGINE_MOTION names fal, which needs PLATELIGHT_FAL_API_KEY: the key of your account there',
  ])
  expect(checkConfig({ PLATELIGHT_ENGINE_MOTION: 'fal, local', ...keys }).problems).toEqual([
    expect.stringMatching(/local stands alone/),
  ])
})

test('providers of cut-outs are read in their order, and local may stand last', () => {
  const chain = { PLATELIGHT_ENGINE_CUTOUT: 'photoroom, fal,local', PLATELIGHT_FAL_CUTOUT_MODEL: 'me/cutter' }
  const { config, problems } = checkConfig({ ...ACCOUNTS, ...chain, PLATELIGHT_PHOTOROOM_CUTOUT_USD: '0.02' })
  expect(problems).toEqual([])
  expect(config.engines).toMatchObject({ cutout: 'photoroom', cutoutChain: ['photoroom', 'fal', 'local'] })
  expect(config.cutoutProviders).toMatchObject([
    { name: 'photoroom', url: 'https://sdk.photoroom.com/v1', pictureMicros: 20_000 },
    { name: 'fal', model: 'me/cutter', pictureMicros: undefined },
  ])
  const problemsOf = (value: string) => checkConfig({ PLATELIGHT_ENGINE_CUTOUT: value }).problems
  expect(problemsOf('removebg')).toEqual([
    'PLATELIGHT_ENGINE_CUTOUT names removebg, which needs PLATELIGHT_REMOVEBG_API_KEY: the key of your account there',
  ])
  expect(checkConfig({ ...ACCOUNTS, PLATELIGHT_ENGINE_CUTOUT: 'local,fal' }).problems).toEqual([
    'PLATELIGHT_ENGINE_CUTOUT is "local, fal"; local stands last, because nothing is asked after it',
  ])
  expect(problemsOf('bfl')).toEqual([
    expect.stringContaining('it must be one of local, fal, replicate, photoroom, removebg'),
  ])
  // A process that does nothing with photos has no use for the keys.
  const worker = {
    PLATELIGHT_DATABASE_URL: 'postgres://db/x',
    PLATELIGHT_ROLE: 'worker',
    PLATELIGHT_ENGINE_CUTOUT: 'fal',
  }
  expect(checkConfig({ ...worker, PLATELIGHT_WORKER_CAPABILITIES: 'copy' }).problems).toEqual([])
})
