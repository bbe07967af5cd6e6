import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { AssetParams } from '@platelight/sdk'
import { checkWritable } from '@platelight/sdk/node'
import type { CliEnvironment } from '../../base/cli-environment.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { readFileOrStdin } from '../../base/read-input.ts'
import { type Context, withConnection } from '../../context/command-context.ts'

export type AssetType = 'poster' | 'menu' | 'flyer' | 'post' | 'banner'

export interface AssetFlags {
  readonly headline?: string
  readonly offer?: string
  readonly name?: string
  readonly items?: string
  readonly text?: string
  readonly pdf?: string
  readonly logo?: string
  readonly preset?: string
  readonly style?: string
  readonly resolution?: string
  readonly out: string
  readonly open?: boolean
}

/** `platelight poster` and its likes: saves a PDF, and a PNG and a JPEG of each page. */
export async function createAsset(
  type: AssetType,
  photos: readonly string[],
  flags: AssetFlags,
  context: Context,
): Promise<ExitCode> {
  const { cwd } = context.environment
  const folder = resolve(cwd, flags.out)
  await checkWritable([folder])
  const form = await formOf(type, photos, flags, context.environment)
  return withConnection(context, async ({ client }) => {
    const made = await client.assets.create(form)
    const saved: { format: string; path: string }[] = []
    for (const { url, format, page = 1 } of made.files) {
      const name = `${type}${page === 1 ? '' : `-${page}`}.${format === 'jpeg' ? 'jpg' : format}`
      const path = join(folder, name)
      await client.images.download({ result_url: url }, path)
      saved.push({ format, path })
    }
    context.show({ ...made, saved }, () =>
      [...saved.map(({ path }) => path), ...made.warnings.map(({ message }) => `warning: ${message}`)].join('\n'),
    )
    const pdf = saved.find(({ format }) => format === 'pdf')
    if (flags.open && pdf) openFile(pdf.path)
    return EXIT.ok
  })
}

async function formOf(
  type: AssetType,
  photos: readonly string[],
  flags: AssetFlags,
  environment: CliEnvironment,
): Promise<AssetParams> {
  const { headline, offer, name, preset, style, resolution, items, text, pdf, logo } = flags
  const path = (file: string) => ({ path: resolve(environment.cwd, file) })
  return {
    asset_type: type,
    ...(headline !== undefined && { headline }),
    ...(offer !== undefined && { offer }),
    ...(name !== undefined && { business_name: name }),
    ...(preset !== undefined && { preset }),
    ...(style !== undefined && { prompt: style }),
    ...(resolution !== undefined && { resolution: resolution as '2K' }),
    ...(items !== undefined && { items_json: String(await readFileOrStdin(items, environment)) }),
    ...(text !== undefined && { source_text: String(await readFileOrStdin(text, environment)) }),
    ...(pdf !== undefined && { pdf: path(pdf) }),
    ...(logo !== undefined && { logo_image: path(logo) }),
    ...(photos.length > 0 && { reference_images: photos.map(path) }),
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Shows a file in the program that the machine has for it. One without such a program keeps the file. */
function openFile(path: string): void {
  const [program, ...options] = OPENERS[process.platform] ?? ['xdg-open']
  spawn(program, [...options, path], { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}
