// The two public rule sets: publint for the manifest and files, and "are the types wrong" for each kind of importer.

import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { Packed } from './pack.ts'

const require = createRequire(import.meta.url)
const attw = join(dirname(require.resolve('@arethetypeswrong/cli/package.json')), 'dist', 'index.js')

/** @returns one sentence for each problem */
export async function checkRules({ unpacked, tarball, manifest }: Packed): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: unpacked, pack: false, strict: true })
  const broken = messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
  // A package that is only a program exports nothing, and so has no types.
  return manifest.exports?.['.'] ? [...broken, ...wrongTypes(tarball)] : broken
}

function wrongTypes(tarball: string): string[] {
  try {
    execFileSync(process.execPath, [attw, tarball, '--format', 'ascii', '--no-color', '--no-emoji'], {
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    return [`types: ${(error as { stdout?: string }).stdout ?? error}`]
  }
}
