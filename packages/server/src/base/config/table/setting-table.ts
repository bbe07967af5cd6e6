import { ACCOUNT_GROUPS } from './account-groups.ts'
import { PICTURE_GROUPS } from './picture-groups.ts'
import { SERVER_GROUPS } from './server-groups.ts'
import type { SettingGroup, SettingRow } from './setting-row.ts'
import { TRACING_GROUP } from './tracing-group.ts'

/** Every setting, in the order in which operators read about them. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  ...SERVER_GROUPS,
  TRACING_GROUP,
  ...PICTURE_GROUPS,
  ...ACCOUNT_GROUPS,
]

/** The names that a row stands for, with NAME for a name of the operator's own. */
export const namesOf = ({ name, providers }: SettingRow): string[] =>
  providers?.map((provider) => name.replace('<PROVIDER>', provider)) ?? [name.replace('<NAME>', 'NAME')]

/** The row of a setting, also of one whose name has a part of the operator's own. */
export function settingRow(name: string): SettingRow | undefined {
  const rows = SETTING_GROUPS.flatMap((group) => group.rows)
  const own = (row: SettingRow) => new RegExp(`^${row.name.replace('<NAME>', '[A-Z0-9_]+')}$`)
  return rows.find((row) => namesOf(row).includes(name)) ?? rows.find((row) => own(row).test(name))
}
