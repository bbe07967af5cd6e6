import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that are loaded before the entry runs, and packages that an `import()` may load later. */
async function packagesOf(entry: string) {
  const { metafile } = await build({
    entryPoints: [`${root}/src/${entry}`],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'nowhere',
    write: false,
    metafile: true,
  })
  const { inputs } = metafile
  const [first] = Object.keys(inputs).filter((path) => path.endsWith(`src/${entry}`))
  const atOnce = new Set<string>()
  const later = new Set<string>()
  const visit = (path: string, lazy: boolean, seen: Set<string>) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { path: target, external, kind } of inputs[path]?.imports ?? []) {
      const isLazy = lazy || kind === 'dynamic-import'
      if (external) (isLazy ? later : atOnce).add(target)
      else visit(target, isLazy, isLazy ? lazySeen : seen)
    }
  }
  const lazySeen = new Set<string>()
  visit(first!, false, new Set())
  const isPackage = (name: string) => !name.startsWith('node:')
  return { atOnce: [...atOnce].filter(isPackage).sort(), later: [...later].filter(isPackage).sort() }
}

test('the entry loads only commander and the name matcher, so that --help is fast', async () => {
  const { atOnce, later } = await packagesOf('main.ts')
  expect(atOnce).toEqual(['commander', 'fastest-levenshtein'])
  expect(later).toEqual(
    expect.arrayContaining(['@platelight/sdk', '@platelight/sdk/folder-engine', 'ink', 'react/jsx-runtime']),
  )
})

test.each([
  'actions/photos/enhance-actions.ts',
  'operations/run-operation.ts',
  'actions/auth-actions.ts',
  'actions/key-actions.ts',
  'actions/photos/photo-actions.ts',
  'actions/jobs/watch-actions.ts',
  'actions/webhooks/listen-actions.ts',
  'context/command-context.ts',
])('%s does not load ink or React, which only an interactive screen needs', async (entry) => {
  const { atOnce } = await packagesOf(entry)
  expect(atOnce.filter((name) => /^(ink|@inkjs|react)/.test(name))).toEqual([])
})

test('the picture decoder is loaded only for a contact sheet', async () => {
  const { atOnce } = await packagesOf('actions/photos/enhance-actions.ts')
  expect(atOnce.filter((name) => /^(sharp|sixel|heic-decode)/.test(name))).toEqual([])
})

test('the native keyring is loaded only when a secret is read or stored', async () => {
  for (const entry of [
    'main.ts',
    'context/server-connection.ts',
    'actions/auth-actions.ts',
    'actions/doctor-actions.ts',
  ]) {
    const { atOnce } = await packagesOf(entry)
    expect(atOnce.filter((name) => name.includes('keyring'))).toEqual([])
  }
})
