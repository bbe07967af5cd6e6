import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { defineConfig } from 'tsup'
import { GUIDES } from './src/web-pages/guides/guide-list.ts'

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

/** Copied instead of depended on: the packages have every weight, and few are used. By package, with the files of each. */
const FONTS: Readonly<Record<string, readonly string[]>> = {
  'noto-sans': ['400Regular/NotoSans_400Regular.ttf', '600SemiBold/NotoSans_600SemiBold.ttf'],
  'noto-sans-arabic': ['400Regular/NotoSansArabic_400Regular.ttf', '600SemiBold/NotoSansArabic_600SemiBold.ttf'],
  'noto-sans-hebrew': ['400Regular/NotoSansHebrew_400Regular.ttf', '600SemiBold/NotoSansHebrew_600SemiBold.ttf'],
  'noto-sans-devanagari': [
    '400Regular/NotoSansDevanagari_400Regular.ttf',
    '600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
  ],
  'noto-sans-thai': ['400Regular/NotoSansThai_400Regular.ttf', '600SemiBold/NotoSansThai_600SemiBold.ttf'],
  'noto-sans-jp': ['500Medium/NotoSansJP_500Medium.ttf'],
  'noto-sans-sc': ['500Medium/NotoSansSC_500Medium.ttf'],
  'noto-sans-kr': ['500Medium/NotoSansKR_500Medium.ttf'],
  oswald: ['700Bold/Oswald_700Bold.ttf'],
  'eb-garamond': ['700Bold/EBGaramond_700Bold.ttf'],
  bitter: ['700Bold/Bitter_700Bold.ttf'],
  'baloo-2': ['700Bold/Baloo2_700Bold.ttf'],
  montserrat: ['600SemiBold/Montserrat_600SemiBold.ttf'],
}
const EMOJI = createRequire(import.meta.url).resolve(
  '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2',
)
/** Copied instead of depended on: it would ask for another version of the canvas, which it does not use to read text. */
const UNPDF = dirname(createRequire(import.meta.url).resolve('unpdf'))
/** The licences of packages that are built in go along. */
const KYSELY_LICENSE = join(dirname(createRequire(import.meta.url).resolve('kysely')), '../../LICENSE')
const OPENTELEMETRY_LICENSE = createRequire(import.meta.url).resolve('@opentelemetry/sdk-trace/LICENSE')
const fontFile = (path: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/${path}`)

/** The pages of the project's docs/ to which the README leads. An installed package has them beside it. */
const PAGES = [
  ...['install', 'proxy', 'mail', 'monitoring', 'backup', 'upgrade', 'retention', 'security', 'runbook'].map(
    (name) => `operating/${name}`,
  ),
  'configuration',
  'payments',
  'website-forms',
  'api-behaviour',
  'events',
  'growing',
  'sign-in',
  'image-providers',
]

async function copyPage(name: string): Promise<void> {
  const page = await readFile(join('..', '..', 'docs', `${name}.md`), 'utf8')
  await writeFile(join('docs', `${name}.md`), page.replaceAll('../packages/server/', '../'))
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
  // OpenTelemetry would install 26 MB, of which little is used, and only where it is turned on.
  noExternal: [
    'kysely',
    /^@opentelemetry\//,
    '@platelight/webhook-verifier',
    '@platelight/imaging',
    '@platelight/drawing',
    '@platelight/typesetting',
  ],
  onSuccess: async () => {
    await cp(join('..', 'dashboard', 'dist'), join('dist', 'dashboard'), { recursive: true })
    for (const [from, to] of COPIED) await cp(join(SWAGGER_UI, from), join('dist', 'api-reference', to))
    await cp(join(UNPDF, 'pdfjs.mjs'), join('dist', 'unpdf', 'pdfjs.mjs'))
    await cp(join(UNPDF, '..', 'LICENSE'), join('dist', 'unpdf', 'unpdf-terms.txt'))
    await cp(KYSELY_LICENSE, join('dist', 'kysely-terms.txt'))
    await cp(OPENTELEMETRY_LICENSE, join('dist', 'opentelemetry-terms.txt'))
    await mkdir(join('docs', 'operating'), { recursive: true })
    for (const name of PAGES) await copyPage(name)
    for (const { name, source } of GUIDES) await cp(join('..', '..', source), join('dist', 'guides', `${name}.md`))
    for (const [name, files] of Object.entries(FONTS)) {
      for (const file of files) await cp(fontFile(`${name}/${file}`), join('dist', 'fonts', basename(file)))
      await cp(fontFile(`${name}/LICENSE_FONT`), join('dist', 'fonts', `${name}-terms.txt`))
    }
    await cp(EMOJI, join('dist', 'fonts', basename(EMOJI)))
    await cp(join(dirname(EMOJI), '..', 'LICENSE'), join('dist', 'fonts', 'noto-color-emoji-terms.txt'))
  },
})
