import type { Platelight } from '@platelight/sdk'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns, counted } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'

/** Shows a public catalog: the server's reply in JSON mode, a table otherwise. */
const catalog = <T extends object>(
  read: (catalogs: Platelight['catalogs']) => Promise<T>,
  rows: (answer: T) => string[][],
  context: Context,
): Promise<ExitCode> =>
  withConnection(
    context,
    async ({ client }) => {
      const answer = await read(client.catalogs)
      context.show(answer, () => columns(rows(answer)))
      return EXIT.ok
    },
    { needsKey: false },
  )

/** `platelight presets`: the values of --preset; with `--all` the whole preset library. */
export const listPresets = ({ all }: { readonly all?: boolean }, context: Context): Promise<ExitCode> =>
  all
    ? catalog(
        (catalogs) => catalogs.presetsV3(),
        ({ presets }) =>
          presets.map(({ id, category, operation, credits, description }) => [
            id,
            category,
            operation,
            counted(credits, 'credit'),
            description,
          ]),
        context,
      )
    : catalog(
        (catalogs) => catalogs.presets(),
        ({ presets }) =>
          presets.map((preset) => [
            preset.id + (preset.default ? ' (default)' : ''),
            counted(preset.credits, 'credit'),
            preset.description,
          ]),
        context,
      )

/** `platelight models`: list the models that generate pictures. */
export const listModels = (context: Context): Promise<ExitCode> =>
  catalog(
    (catalogs) => catalogs.models(),
    ({ models }) =>
      models.map(({ id, name, credits_per_image, max_resolution, supports }) => [
        id,
        name,
        counted(credits_per_image, 'credit'),
        `up to ${max_resolution}`,
        supports.join(', '),
      ]),
    context,
  )

interface Described {
  readonly id: string
  readonly name: string
  readonly description: string
}

const described = ({ id, name, description }: Described): string[] => [id, name, description]

/** `platelight styles`. */
export const listStyles = (context: Context): Promise<ExitCode> =>
  catalog(
    (catalogs) => catalogs.styles(),
    ({ styles }) => styles.map(described),
    context,
  )

/** `platelight food-styles`. */
export const listFoodStyles = (context: Context): Promise<ExitCode> =>
  catalog(
    (catalogs) => catalogs.foodStyles(),
    ({ food_styles }) => food_styles.map(described),
    context,
  )

/** `platelight resolutions`. */
export const listResolutions = (context: Context): Promise<ExitCode> =>
  catalog(
    (catalogs) => catalogs.resolutions(),
    ({ resolutions }) =>
      resolutions.map(({ id, name, max_side, credits }) => [id, name, `${max_side} px`, counted(credits, 'credit')]),
    context,
  )

/** `platelight layers`. */
export const listLayers = (context: Context): Promise<ExitCode> =>
  catalog(
    (catalogs) => catalogs.smartLayers(),
    ({ layers }) => layers.map(described),
    context,
  )

/** `platelight platforms`: the values of `--platform`, the exported picture, and how certain the rules are. */
export const listPlatforms = (context: Context): Promise<ExitCode> =>
  catalog(
    (catalogs) => catalogs.platforms(),
    ({ platforms }) => [
      ['ID', 'PLATFORM', 'EXPORTED AS', 'FOR SURE', 'SOURCE'],
      ...platforms.map(({ id, name, export: output, verified, confidence, checked_on, source }) => [
        id,
        name,
        `${output.size.width}x${output.size.height} ${output.format}`,
        verified ? confidence : 'a safe guess',
        `${source} (${checked_on})`,
      ]),
    ],
    context,
  )

/** `platelight account plans`: what each plan costs and gives. */
export const listPlans = (context: Context): Promise<ExitCode> =>
  catalog(
    (catalogs) => catalogs.plans(),
    ({ plans }) => [
      ['PLAN', 'A MONTH', 'CREDITS', 'A CREDIT', 'PHOTOS', '/v1 A MINUTE', '/api A MINUTE'],
      ...plans.map(({ name, price_usd: price, monthly_credits: credits, monthly_photos: photos, v1, api }) => [
        name,
        price === null ? 'ask' : dollars(price),
        count(credits),
        price && credits > 0 ? dollars(price / credits) : '',
        photos === null ? 'no limit' : count(photos),
        v1 ? `${count(v1.per_minute)}, burst ${count(v1.burst)}` : 'own limits',
        api ? `${count(api.per_minute)}, ${count(api.per_day)}/day` : 'own limits',
      ]),
    ],
    context,
  )

const count = (value: number): string => value.toLocaleString('en-US')
const dollars = (value: number): string => `$${Number.isInteger(value) ? value : value.toFixed(2)}`

/** `platelight capabilities`: the operations that are available, and the setting that enables each of the others. */
export const listCapabilities = (context: Context): Promise<ExitCode> =>
  withConnection(
    context,
    async ({ client }) => {
      const answer = await client.service.capabilities()
      context.show(answer, () =>
        columns(
          answer.operations.map(({ operation, available, engine, setting }) => [
            operation,
            available ? (engine ?? 'yes') : 'not available',
            available || setting === undefined ? '' : `set ${setting}`,
          ]),
        ),
      )
      return EXIT.ok
    },
    { needsKey: false },
  )
