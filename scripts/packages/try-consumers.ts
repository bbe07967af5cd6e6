// A user's project with the installed tarballs: it imports, requires and compiles against them.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Packed } from './pack.ts'

/** @returns one sentence for each thing that does not work */
export function checkConsumers(libraries: Packed[], folder: string, root: string): string[] {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  for (const { name, unpacked } of libraries) cpSync(unpacked, join(folder, 'node_modules', name), { recursive: true })
  mkdirSync(folder, { recursive: true })

  // Every entry in the form of an import: `@platelight/webhook-verifier/express` too.
  const names = libraries.flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((entry) => !/\.(json|yaml)$/.test(entry))
      .map((entry) => name + entry.slice(1)),
  )
  const somethingIn = (expression: string) =>
    `if (Object.keys(${expression}).length === 0) throw new Error('nothing is exported')`
  write('package.json', '{ "private": true }')
  write('esm.mjs', names.map((name, i) => `import * as m${i} from '${name}'\n${somethingIn(`m${i}`)}`).join('\n'))
  write('cjs.cjs', names.map((name) => somethingIn(`require('${name}')`)).join('\n'))
  const typed = names.map(
    (name, i) => `import * as m${i} from '${name}'\nexport const keys${i}: string[] = Object.keys(m${i})`,
  )
  write('typed.mts', typed.join('\n'))
  write('typed.cts', typed.join('\n'))

  const tsc = createRequire(join(root, 'package.json')).resolve('typescript/bin/tsc')
  // Their declarations must work without our compiler settings, in both module systems.
  const strict = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom,dom.iterable',
  ]
  const uses = {
    import: ['esm.mjs'],
    require: ['cjs.cjs'],
    compile: [tsc, ...strict, 'typed.mts', 'typed.cts'],
    'compile for bundlers': [
      tsc,
      ...strict.with(strict.indexOf('nodenext'), 'esnext'),
      ...['--moduleResolution', 'bundler', 'typed.mts'],
    ],
  }
  return Object.entries(uses).flatMap(([what, args]) => {
    try {
      execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
      return []
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      return [`${what} by a consumer failed:\n${stdout}${stderr}`]
    }
  })
}
