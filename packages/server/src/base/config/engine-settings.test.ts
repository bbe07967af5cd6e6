import { expect, test } from 'vitest'
import { CAPABILITIES, ENGINE_CHOICES, engineSetting } from '../engine-capability.ts'
import { checkConfig } from './server-config.ts'

const production = { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' }
const LOCAL = { pixels: 'local', cutout: 'local', upscale: 'local', motion: 'off', copy: 'local' }

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
      const model = { PLATELIGHT_COPY_URL: 'http://127.0.0.1:11434/v1', PLATELIGHT_COPY_MODEL: 'kitchen-1' }
      const { config, problems } = checkConfig({ [setting]: engine, ...model })
      expect([problems, config.engines[capability]]).toEqual([[], engine])
    }
    expect(checkConfig({ [setting]: 'cloud' }).problems).toEqual([expect.stringContaining(`${setting} is "cloud"`)])
  }
  expect(checkConfig({ PLATELIGHT_ENGINE_SYNTHESIS: 'cloud' }).problems).toEqual([
    'PLATELIGHT_ENGINE_SYNTHESIS is "cloud"; it must be one of preview, off',
  ])
  expect(checkConfig({ PLATELIGHT_ENGINE_MOTION: 'cloud' }).problems).toEqual([
    'PLATELIGHT_ENGINE_MOTION is "cloud"; it must be off',
  ])
})

test('a process offers only what it has an engine for, of what it may take', () => {
  expect(checkConfig({}).config.capabilities).toEqual(['pixels', 'cutout', 'upscale', 'synthesis', 'copy'])
  expect(checkConfig(production).config.capabilities).toEqual(['pixels', 'cutout', 'upscale', 'copy'])
  const worker = { PLATELIGHT_DATABASE_URL: 'postgres://db/x', PLATELIGHT_ROLE: 'worker' }
  const some = { ...worker, PLATELIGHT_WORKER_CAPABILITIES: 'pixels,synthesis' }
  expect(checkConfig(some).config.capabilities).toEqual(['pixels', 'synthesis'])
  expect(checkConfig({ ...some, PLATELIGHT_ENGINE_SYNTHESIS: 'off' }).config.capabilities).toEqual(['pixels'])
})
