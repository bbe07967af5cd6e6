import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
export const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')

/** The code blocks of the README in a language. */
export const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)

export const snippets = blocks('ts')
