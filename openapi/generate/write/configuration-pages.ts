import { checkConfig } from '../../../packages/server/src/base/config/server-config.ts'
import type { SettingFact } from '../../../packages/server/src/base/config/setting-readers.ts'
import type { SettingGroup, SettingRow } from '../../../packages/server/src/base/config/table/setting-row.ts'
import { namesOf, SETTING_GROUPS } from '../../../packages/server/src/base/config/table/setting-table.ts'

const INTRODUCTION = `# Configuration

<!-- By openapi/generate.ts, from packages/server/src/base/config/table/. Do not edit. -->

A setting comes from the first of these that has it: a flag of the command (\`--data\`, \`--host\`, \`--port\`), the environment, a file \`.env\` in the
folder where the server is started, and its default. A secret can also be in a file, which the setting with \`_FILE\` at its end names. All are
checked at start, and all problems are told at once, with the right name for a misspelt one.

\`\`\`sh
platelight-server config list --set    # what is set, where, and since which version there is such a setting
platelight-server config check         # what is wrong
\`\`\`
`

/** The page of all settings, and the file that a server reads when it is renamed to .env, by their paths. */
export function configurationPages(): Record<string, string> {
  // A provider is read only where one is set.
  const { known } = checkConfig({ PLATELIGHT_OIDC_NAME_ISSUER: 'https://id.example.com' })
  const factOf = (row: SettingRow): SettingFact => {
    const fact = known.get(namesOf(row)[0] ?? '')
    if (fact === undefined) throw new Error(`${row.name} is in the table of settings, and nothing reads it.`)
    return fact
  }
  const rows = SETTING_GROUPS.flatMap((group) => group.rows)
  const described = new Set(rows.flatMap(namesOf))
  const missing = [...known].flatMap(([name, { fileOf }]) => (described.has(fileOf ?? name) ? [] : [name]))
  if (missing.length > 0) throw new Error(`The table of settings lacks ${missing.join(', ')}: add a row.`)
  const groups = SETTING_GROUPS.map((group) => section(group, factOf))
  return {
    'docs/configuration.md': [INTRODUCTION, ...groups].join('\n'),
    'packages/server/.env.example': exampleFile(factOf),
  }
}

function section({ title, about, rows }: SettingGroup, factOf: (row: SettingRow) => SettingFact): string {
  const lines = rows.map((row) => {
    const fact = factOf(row)
    const file = row.fileSince === undefined ? '' : ', `…_FILE`'
    const since =
      row.fileSince === undefined || row.fileSince === row.since ? row.since : `${row.since}, file ${row.fileSince}`
    const takes = fact.takes === undefined ? '' : ` Takes ${fact.takes}.`
    return `| \`${row.name}\`${file} | ${standard(row, fact)} | ${row.about}${takes} | ${since} |`
  })
  const head = ['| setting | default | meaning | since |', '| --- | --- | --- | --- |']
  return [`## ${title}`, '', ...(about === undefined ? [] : [about, '']), ...head, ...lines, ''].join('\n')
}

const standard = ({ otherwise }: SettingRow, { fallback }: SettingFact): string => {
  if (otherwise?.includes(' ')) return otherwise
  const value = otherwise ?? fallback
  return value === undefined ? 'none' : `\`${value}\``
}

function exampleFile(factOf: (row: SettingRow) => SettingFact): string {
  const head = comment(
    'Every setting with its default. None is needed to start on a laptop. platelight-server reads a copy of this file named .env from the folder where it is started. Environment variables override it. Written by openapi/generate.ts.',
  )
  const groups = SETTING_GROUPS.map(({ title, rows }) => {
    const lines = rows.map((row) => comment(plain(row.about)) + exampleLines(row, factOf(row)).join(''))
    return `# ${title}\n\n${lines.join('')}`
  })
  return [head, ...groups].join('\n')
}

function exampleLines(row: SettingRow, { fallback }: SettingFact): string[] {
  const names = row.name.includes('<NAME>') ? [row.name.replace('<NAME>', 'KEYCLOAK')] : namesOf(row)
  const isOneOfMany = row.name.includes('<')
  if (fallback !== undefined && row.otherwise === undefined && !isOneOfMany)
    return names.map((name) => `${name}=${fallback}\n`)
  const value = row.example ?? (row.otherwise?.includes(' ') ? '' : row.otherwise) ?? ''
  const file = (name: string) => (row.fileSince === undefined ? '' : `# ${name}_FILE=/run/secrets/${fileName(name)}\n`)
  return names.map((name) => `# ${name}=${value}\n${file(name)}`)
}

const fileName = (name: string) => name.replace('PLATELIGHT_', '').toLowerCase().replaceAll('_', '-')

const plain = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')

const comment = (text: string) => text.replaceAll(/(.{1,120})(?:\s+|$)/g, '# $1\n')
