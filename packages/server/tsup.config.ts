import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig } from 'tsup'

// Copied instead of depended on: installing the package would run a script that reports the installation to others.
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
/** Source and name of each copy. pnpm packs the project's LICENSE only where no file has the word in its name. */
const COPIED = [
  ['swagger-ui.css', 'swagger-ui.css'],
  ['swagger-ui-bundle.js', 'swagger-ui-bundle.js'],
  ['swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui-bundle-terms.txt'],
  ['LICENSE', 'swagger-ui-terms.txt'],
  ['NOTICE', 'swagger-ui-notice.txt'],
] as const

/** Copied instead of depended on: the packages have every weight, and one is used. */
const FONTS = [
  ['noto-sans/600SemiBold/NotoSans_600SemiBold.ttf', 'NotoSans_600SemiBold.ttf'],
  ['noto-sans/LICENSE_FONT', 'noto-sans-terms.txt'],
  ['noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf', 'NotoSansArabic_600SemiBold.ttf'],
  ['noto-sans-arabic/LICENSE_FONT', 'noto-sans-arabic-terms.txt'],
] as const
/** The package's own licence goes along. */
const KYSELY_LICENSE = join(dirname(createRequire(import.meta.url).resolve('kysely')), '../../LICENSE')
const fontFile = (path: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/${path}`)

/** The pages of the project's docs/ to which the README leads. An installed package has them beside it. */
const PAGES = ['operating', 'settings', 'api-behaviour', 'events', 'growing', 'sign-in', 'image-providers']

async function copyPage(name: string): Promise<void> {
  const page = await readFile(join('..', '..', 'docs', `${name}.md`), 'utf8')
  await writeFile(join('docs', `${name}.md`), page.replaceAll('](../packages/server/', '](../'))
}

// The entries of threads must be files of their own; the command line loads the server only when it starts one.
export default defineConfig({
  entry: {
    cli: 'src/process/server-cli.ts',
    're-exec': 'src/process/re-exec.ts',
    worker: 'src/engines/pixel-worker.ts',
    'model-thread': 'src/models/thread/thread-entry.ts',
  },
  format: 'esm',
  target: 'node20',
  splitting: true,
  clean: true,
  sourcemap: true,
  esbuildOptions: (options) => {
    options.conditions = ['platelight-source']
  },
  // Kysely is 260 small files. Built in, only what is used of them is read, which takes a sixth off the processor time of a start.
  noExternal: ['kysely', '@platelight/webhook-verifier', '@platelight/imaging', '@platelight/drawing'],
  onSuccess: async () => {
    for (const [from, to] of COPIED) await cp(join(SWAGGER_UI, from), join('dist', 'api-reference', to))
    await cp(KYSELY_LICENSE, join('dist', 'kysely-terms.txt'))
    await mkdir('docs', { recursive: true })
    for (const name of PAGES) await copyPage(name)
    for (const [from, to] of FONTS) await cp(fontFile(from), join('dist', 'fonts', to))
  },
})
