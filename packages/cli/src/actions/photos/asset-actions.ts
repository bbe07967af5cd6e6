import { basename, join, resolve } from 'node:path'
import type { AssetParams } from '@platelight/sdk'
import { freeTargets } from '@platelight/sdk/folder-engine'
import { checkWritable } from '@platelight/sdk/node'
import type { CliEnvironment } from '../../base/cli-environment.ts'
import { CliError } from '../../base/cli-errors.ts'
import { toCliWording } from '../../base/client-wording.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { openFile } from '../../base/open-file.ts'
import { readFileOrStdin } from '../../base/read-input.ts'
import { wordsInFlags } from '../../base/words-in-flags.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { shortPath } from '../../reporting/run-wording.ts'

export type AssetType = 'poster' | 'menu' | 'flyer' | 'post' | 'banner'

export interface AssetFlags extends Pick<AssetParams, 'headline' | 'offer' | 'preset' | 'resolution'> {
  readonly name?: string
  readonly items?: string
  readonly text?: string
  readonly pdf?: string
  readonly logo?: string
  readonly style?: string
  readonly out: string
  readonly open?: boolean
  readonly maxCredits?: number
}

const MOST_PHOTOS = 4

/** `platelight poster` and its likes: saves a PDF, and a PNG and a JPEG of each page. No file is replaced. */
export async function createAsset(
  type: AssetType,
  photos: readonly string[],
  flags: AssetFlags,
  context: Context,
): Promise<ExitCode> {
  const { cwd } = context.environment
  checkContent(type, photos, flags)
  const folder = resolve(cwd, flags.out)
  await checkWritable([folder])
  const form = await formOf(type, photos, flags, context.environment)
  const options = flags.maxCredits === undefined ? {} : { maxCredits: flags.maxCredits }
  return withConnection(context, async ({ client }) => {
    // As a job, because four photos take a slow machine longer than a call waits.
    const job = await client.mobileJobs.assets(form, options)
    context.note(`Making a ${type} (job ${job.id}) …`)
    const made = await job.wait()
    const targets = made.files.map(({ format, page = 1 }) => {
      const name = `${type}${page === 1 ? '' : `-page-${page}`}.${format === 'jpeg' ? 'jpg' : format}`
      return { kind: 'file', path: join(folder, name) } as const
    })
    const saved: { format: string; path: string }[] = []
    for (const [index, { path }] of freeTargets(targets).entries()) {
      const { url, format } = made.files[index] as (typeof made.files)[number]
      await client.images.download({ result_url: url }, path)
      saved.push({ format, path })
    }
    for (const { message } of made.warnings) context.note(toCliWording(inFlags(message, photos)))
    context.show({ ...made, saved }, () => saved.map(({ path }) => shortPath(path, cwd)).join('\n'))
    const pdf = saved.find(({ format }) => format === 'pdf')
    if (flags.open && pdf && !(await openFile(pdf.path))) {
      context.note(`No program could be started to open ${shortPath(pdf.path, cwd)}.`)
    }
    return EXIT.ok
  }).catch((error: unknown) => {
    if (error instanceof Error) error.message = inFlags(error.message, photos)
    throw error
  })
}

/** Fields of the request as people typed them. */
const inFlags = (sentence: string, photos: readonly string[]): string =>
  wordsInFlags(sentence)
    .replace(/\breference_images\.(\d+)/g, (whole, index: string) => basename(photos[Number(index)] ?? whole))
    .replace(/\bwords of prompt\b/g, 'words of --style')

/** @throws CliError if there is nothing to show, or too much */
function checkContent(type: AssetType, photos: readonly string[], flags: AssetFlags): void {
  const { headline, offer, name, items, text, pdf } = flags
  if (photos.length > MOST_PHOTOS) {
    throw new CliError(`A ${type} shows up to ${MOST_PHOTOS} photos, and these are ${photos.length}.`)
  }
  if (photos.length > 0 || [headline, offer, name, items, text, pdf].some((given) => given?.trim())) return
  throw new CliError(
    type === 'menu'
      ? 'Nothing to put on the menu. Name the dishes: platelight menu --text menu.txt, where each line is a dish and its price.'
      : `Nothing to put on the ${type}. Name a photo, words or both: platelight ${type} ramen.jpg --headline "Tonkotsu of the day" --offer "12.50 €"`,
  )
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
    ...(resolution !== undefined && { resolution }),
    ...(items !== undefined && { items_json: String(await readFileOrStdin(items, environment)) }),
    ...(text !== undefined && { source_text: String(await readFileOrStdin(text, environment)) }),
    ...(pdf !== undefined && { pdf: path(pdf) }),
    ...(logo !== undefined && { logo_image: path(logo) }),
    ...(photos.length > 0 && { reference_images: photos.map(path) }),
  }
}
