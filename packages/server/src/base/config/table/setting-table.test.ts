import { readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { checkConfig, readConfig } from '../server-config.ts'
import { namesOf, SETTING_GROUPS, settingRow } from './setting-table.ts'

const rows = SETTING_GROUPS.flatMap((group) => group.rows)
const { known } = checkConfig({ PLATELIGHT_OIDC_NAME_ISSUER: 'https://id.example.com' })
const file = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

test('the table has one row for each setting that is read, and each row is read', () => {
  const read = [...known].flatMap(([name, { fileOf }]) => (fileOf === undefined ? [name] : []))
  expect(rows.flatMap(namesOf).sort()).toEqual(read.sort())
  expect(settingRow('PLATELIGHT_OIDC_MY_KEYCLOAK_CLIENT_ID')?.about).toBe('The client there.')
  expect(settingRow('PLATELIGHT_REPLICATE_FILM_USD')?.about).toBe('What a film costs there.')
  expect(settingRow('PLATELIGHT_PROT')).toBeUndefined()
})

test('the table knows every secret, and no secret has a default', () => {
  const secrets = rows.filter((row) => known.get(namesOf(row)[0]!)?.isSecret)
  expect(rows.filter(({ fileSince }) => fileSince !== undefined)).toEqual(secrets)
  for (const row of secrets) expect(known.get(namesOf(row)[0]!)?.fallback).toBeUndefined()
})

test('each setting is since a version that was released, or since the next one', () => {
  const released = [...file('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version)
  const [major = 0, minor = 0] = released[0]!.split('.').map(Number)
  const folder = new URL('../../../../../../.changeset/', import.meta.url)
  const changes = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const breaks = changes.some((text) => /'@platelight\/server': major/.test(text))
  const versions = [...released, breaks ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`]
  for (const { name, since, fileSince = since } of rows) {
    expect(versions, name).toEqual(expect.arrayContaining([since, fileSince]))
  }
})

test('.env.example names every setting, and a copy of it changes nothing', () => {
  const example = file('.env.example')
  for (const name of rows.filter((row) => !row.name.includes('<NAME>')).flatMap(namesOf)) {
    expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
  }
  expect({ ...readConfig(parseEnv(example) as Record<string, string>), settings: [] }).toEqual({
    ...readConfig({}),
    settings: [],
  })
})
