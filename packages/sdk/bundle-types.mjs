// The SDK is bundled with its dependencies, so that installing it installs nothing else. Their types have to be included too.
// The bundler cannot include them for a package that does not declare its types, so they are copied here, with the licences of
// everything that is bundled.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withMethodSignatures } from './method-signatures.ts'

const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist')
const requireHere = createRequire(import.meta.url)
const client = dirname(dirname(requireHere.resolve('openapi-fetch')))
const helpers = dirname(createRequire(join(client, 'package.json')).resolve('openapi-typescript-helpers/package.json'))

const COPIED = {
  'openapi-fetch': join(client, 'dist/index.d.ts'),
  'openapi-typescript-helpers': join(helpers, 'dist/index.d.ts'),
}

/** Rewrites imports of the copied packages to the copies, with the extension of the module system. */
const pointing = (text, extension) =>
  Object.keys(COPIED).reduce((rest, name) => rest.replaceAll(`'${name}'`, `'./${name}.${extension}'`), text)

for (const [types, extension] of [
  ['d.ts', 'js'],
  ['d.cts', 'cjs'],
]) {
  for (const [name, source] of Object.entries(COPIED)) {
    const text = (await readFile(source, 'utf8')).replaceAll(
      '"openapi-typescript-helpers"',
      "'openapi-typescript-helpers'",
    )
    await writeFile(join(dist, `${name}.${types}`), pointing(text, extension))
  }
  for (const name of await readdir(dist)) {
    if (!name.endsWith(`.${types}`)) continue
    const file = join(dist, name)
    await writeFile(file, withMethodSignatures(pointing(await readFile(file, 'utf8'), extension)))
  }
}

const LICENCES = {
  'fastest-levenshtein': join(dirname(requireHere.resolve('fastest-levenshtein')), 'LICENSE.md'),
  'openapi-fetch': join(client, 'LICENSE'),
  picomatch: join(dirname(requireHere.resolve('picomatch')), 'LICENSE'),
}
const texts = await Promise.all(
  Object.entries(LICENCES).map(async ([name, path]) => `${name}\n\n${(await readFile(path, 'utf8')).trim()}\n`),
)
await writeFile(join(dist, 'THIRD-PARTY.txt'), texts.join('\n\n'))
