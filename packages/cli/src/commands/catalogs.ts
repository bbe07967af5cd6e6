import { type Context, withConnection } from '../context.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { columns, counted } from '../paint.ts'

/** `platelight presets`: what can be given as --preset. */
export const listPresets = (context: Context): Promise<ExitCode> =>
  withConnection(
    context,
    async ({ client }) => {
      const catalog = await client.catalogs.presets()
      context.show(catalog, () =>
        columns(
          catalog.presets.map((preset) => [
            preset.id + (preset.default ? ' (default)' : ''),
            counted(preset.credits, 'credit'),
            preset.description,
          ]),
        ),
      )
      return EXIT.ok
    },
    { needsKey: false },
  )

/** `platelight models`: what pictures can be generated with. */
export const listModels = (context: Context): Promise<ExitCode> =>
  withConnection(
    context,
    async ({ client }) => {
      const catalog = await client.catalogs.models()
      context.show(catalog, () =>
        columns(
          catalog.models.map(({ id, name, credits_per_image, max_resolution, supports }) => [
            id,
            name,
            counted(credits_per_image, 'credit'),
            `up to ${max_resolution}`,
            supports.join(', '),
          ]),
        ),
      )
      return EXIT.ok
    },
    { needsKey: false },
  )
