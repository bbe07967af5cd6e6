import type { CliEnvironment } from './cli-environment.ts'

/** Whether the terminal shows more than ASCII, by the locale. */
export const hasUnicode = ({ LC_ALL, LC_CTYPE, LANG }: CliEnvironment['env']): boolean =>
  process.platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')
