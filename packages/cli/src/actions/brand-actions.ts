import type { BrandParams, BrandProfile } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { requireConfirmation } from '../screens/require-confirmation.ts'

export interface BrandFlags {
  readonly logo?: string
  readonly name?: string
  readonly tagline?: string
  readonly cuisine?: string
  readonly tone?: string
  readonly website?: string
  readonly phone?: string
  readonly address?: string
  readonly colors?: string
}

/** `platelight brand show`. */
export const showBrand = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => show(await client.brand.profile(), context))

/** `platelight brand set`: changes what is given. */
export const setBrand = (flags: BrandFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    if (Object.keys(flags).length === 0) {
      throw new CliError(
        'Nothing to change. Name what to set: platelight brand set --name "Trattoria Mara" --logo logo.png',
      )
    }
    const { logo, name, colors, ...texts } = flags
    const form: BrandParams = {
      ...texts,
      ...(name !== undefined && { business_name: name }),
      ...(colors !== undefined && { colors: colors.split(',').map((color) => color.trim()) }),
      ...(logo !== undefined && { logo_image: { path: logo } }),
    }
    return show(await client.brand.upload(form), context)
  })

/** `platelight brand clear`. */
export const clearBrand = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    await requireConfirmation(
      'Clear the brand profile and delete its logo? This cannot be undone.',
      'Nothing was deleted.',
      context,
    )
    return show(await client.brand.clear(), context)
  })

function show(brand: BrandProfile, context: Context): ExitCode {
  const { logo } = brand
  context.show(brand, () =>
    columns([
      ['name', brand.business_name ?? 'none'],
      ['tagline', brand.tagline ?? 'none'],
      ['cuisine', brand.cuisine ?? 'none'],
      ['tone', brand.tone ?? 'none'],
      ['website', brand.website ?? 'none'],
      ['phone', brand.phone ?? 'none'],
      ['address', brand.address ?? 'none'],
      ['colours', brand.colors.join(', ') || 'none'],
      ['logo', logo ? `${logo.width} × ${logo.height} pixels` : 'none'],
    ]),
  )
  return EXIT.ok
}
