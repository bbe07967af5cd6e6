import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { onTestFinished } from 'vitest'
import { checksumOf } from '../../../src/models/files/file-checksum.ts'
import { isRuntimeInstalled } from '../../../src/models/files/inspect-models.ts'
import type { Model } from '../../../src/models/model-catalogue.ts'
import type { ModelSettings } from '../../../src/models/model-settings.ts'
import { enlargingNcnn, expectedOnnx } from './nets.ts'

const HERE = fileURLToPath(import.meta.url)

/** Whether networks can run here. The runtime is optional, and tests that need it are skipped without it. */
export const hasRuntime = isRuntimeInstalled({ searchFrom: [HERE] } as unknown as ModelSettings)
export const withRuntime = onlyIf(hasRuntime, 'no runtime of networks (npm package onnxruntime-node)')

/** A folder with installed packages of small networks for one test, and settings that use it. */
export function modelFolder(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const models = names.map((name, index) => installed(folder, name, index + 1))
  const settings: ModelSettings = {
    own: {},
    cacheFolder: join(folder, 'data', 'models'),
    addedFolder: join(folder, 'data', 'networks'),
    searchFrom: [join(folder, 'index.js'), HERE],
    threads: 1,
    preload: [],
    idleMs: 0,
    models,
  }
  return {
    folder,
    models,
    settings,
    /** Settings under which the runtime is not installed. */
    bare: { ...settings, searchFrom: [join(folder, 'index.js')] },
    file: (name: string, file: string) => join(folder, 'node_modules', name, file),
  }
}

function installed(folder: string, name: string, seed: number): Model {
  const root = join(folder, 'node_modules', name)
  const net = enlargingNcnn({ seed })
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version: '1.0.0', exports: { '.': './index.js' } }))
  writeFileSync(join(root, 'index.js'), 'throw new Error("the code of a package with weights is never run")')
  const files = { 'net.param': Buffer.from(net.param), 'net.bin': net.bin }
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(root, file), bytes)
  return {
    id: name,
    engine: `${name}-x4`,
    use: 'upscale',
    package: { name, version: '1.0.0', licence: 'MIT' },
    weights: { licence: 'MIT', origin: 'drawn' },
    format: 'ncnn',
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      bytes: bytes.byteLength,
      sha256: checksumOf(bytes),
    })),
    onnx: expectedOnnx(net),
    input: 'data',
    output: 'output',
  }
}
