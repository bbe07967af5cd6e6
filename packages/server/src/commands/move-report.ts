import { join } from 'node:path'
import type { Config } from '../base/config/server-config.ts'
import { isEqualTable } from '../database/move/move-rows.ts'
import type { MoveRequest, MoveResult } from '../process/move/move-data.ts'

/** The result of a move for programs. */
export const moveJson = ({ database, pictures, isEqual }: MoveResult) => ({
  ok: isEqual,
  database: database && {
    from: database.from,
    to: database.to,
    tables: database.tables.map(({ source, target }) => ({
      table: source.table,
      rows: source.rows,
      sha256: source.sha256,
      rows_copied: target.rows,
      sha256_copied: target.sha256,
      equal: isEqualTable({ source, target }),
    })),
  },
  pictures: pictures && {
    from: pictures.from,
    to: pictures.to,
    copied: pictures.copied,
    already_there: pictures.present,
    bytes: pictures.bytes,
    missing: pictures.missing,
    different: pictures.different,
  },
})

/** The result of a move for people, and what to do next. */
export function moveLines(result: MoveResult, request: MoveRequest, config: Config): string {
  const { database, pictures, isEqual } = result
  return [
    ...(database ? [...tableLines(database), ''] : []),
    ...(pictures ? [...pictureLines(pictures), ''] : []),
    ...(isEqual ? nextSteps(request, config) : failure(request)),
  ].join('\n')
}

const failure = ({ database }: MoveRequest): string[] => [
  `The copy differs from the original, which was not changed.${database ? ' No server starts on the copy.' : ''}`,
  'Empty the target and move again. If it differs again, the original or the target is damaged.',
]

const shown = (value: number) => value.toLocaleString('en')

function tableLines({ from, to, tables }: NonNullable<MoveResult['database']>): string[] {
  const width = Math.max(...tables.map(({ source }) => source.table.length))
  return [
    `from  ${from}`,
    `to    ${to}`,
    '',
    `${'table'.padEnd(width)}  ${'rows'.padStart(11)}  ${'copied'.padStart(11)}  checksum`,
    ...tables.map((table) => {
      const { source, target } = table
      const rows = `${shown(source.rows).padStart(11)}  ${shown(target.rows).padStart(11)}`
      const sums = `${source.sha256.slice(0, 12)} ${isEqualTable(table) ? 'equal' : `DIFFERENT: ${target.sha256.slice(0, 12)}`}`
      return `${source.table.padEnd(width)}  ${rows}  ${sums}`
    }),
  ]
}

/** More keys than this are only counted. JSON has all of them. */
const KEYS_SHOWN = 20

function pictureLines({ from, to, copied, present, bytes, ...rest }: NonNullable<MoveResult['pictures']>): string[] {
  const listed = (title: string, keys: readonly string[]) => [
    ...(keys.length > 0 ? [`${title}: ${shown(keys.length)}`] : []),
    ...keys.slice(0, KEYS_SHOWN).map((key) => `  ${key}`),
  ]
  return [
    `pictures from  ${from}`,
    `pictures to    ${to}`,
    '',
    `${shown(copied)} copied, ${shown(present)} already there, ${shown(Math.ceil(bytes / 1e6))} MB with equal checksums`,
    ...listed('missing in the original too', rest.missing),
    ...listed('DIFFERENT from the original', rest.different),
  ]
}

function nextSteps({ direction, database, pictures }: MoveRequest, { dataFolder }: Config): string[] {
  const secrets = join(dataFolder, 'secrets.json')
  const isOut = direction === 'out'
  const changed = [...(database ? ['PLATELIGHT_DATABASE_URL'] : []), ...(pictures ? ['PLATELIGHT_S3_…'] : [])]
  return [
    'Everything is equal. The original was not changed.',
    `Next: ${isOut ? 'set' : 'unset'} ${changed.join(' and ')}, then start the server.`,
    ...(database && isOut
      ? [
          `Every server needs the secrets of the original: PLATELIGHT_SECRETS_FILE=${secrets} (or a copy of it).`,
          'It does not start with others: sessions and signed links would end, and webhook endpoints need new secrets.',
        ]
      : []),
    ...(database && !isOut ? [`The server needs its secrets as ${secrets}: copy the file there.`] : []),
  ]
}
