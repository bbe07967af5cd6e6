import { accessSync, constants } from 'node:fs'
import { parseUrl } from '../text/parse-url.ts'
import { unencodedPassword } from './unencoded-password.ts'

const EXAMPLE = 'postgres://user:password@db.example.com:5432/platelight'
/** The modes of psql, and one of the library that stands for `require`. */
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']

/**
 * Reads the address of a PostgreSQL database. Its `sslmode` means what psql means: `require` encrypts, and checks the certificate
 * only if `sslrootcert` is given. The library would check it always.
 *
 * @param problem Gets a sentence without a subject for each problem. The address is never shown, because it may contain a password.
 */
export function readDatabaseAddress(given: string, problem: (sentence: string) => void): string | undefined {
  const flaw = unencodedPassword(given)
  if (flaw !== undefined) return void problem(flaw)
  const url = parseUrl(given)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    return void problem(`must be an address such as ${EXAMPLE}`)
  }
  const { searchParams: query } = url
  const mode = query.get('sslmode')
  if (mode !== null && !MODES.includes(mode)) {
    return void problem(`has sslmode=${mode}; it is disable, prefer, require, verify-ca or verify-full, as for psql`)
  }
  const isSystem = query.get('sslrootcert') === 'system'
  if (mode === 'verify-ca' && query.get('sslrootcert') === null) {
    return void problem('has sslmode=verify-ca, which needs sslrootcert=FILE; verify-full does without')
  }
  for (const name of FILES) {
    const path = query.get(name)
    if (path === null || (name === 'sslrootcert' && isSystem)) continue
    try {
      accessSync(path, constants.R_OK)
    } catch (error) {
      return void problem(`names ${name}=${path}, which cannot be read: ${(error as Error).message}`)
    }
  }
  const inLibrary = isSystem ? 'verify-full' : (LIBRARY_MODES[mode ?? ''] ?? mode)
  if (inLibrary === null) return given
  const [address = '', search = ''] = given.split(/\?(.*)/s)
  const kept = search.split('&').filter((pair) => {
    const [name] = pair.split('=')
    return name !== 'sslmode' && name !== 'uselibpqcompat' && !(name === 'sslrootcert' && isSystem)
  })
  return `${address}?${[...kept, `sslmode=${inLibrary}`, 'uselibpqcompat=true'].filter(Boolean).join('&')}`
}

/** The library does not begin without TLS and go on with it. */
const LIBRARY_MODES: Readonly<Record<string, string>> = { allow: 'disable', 'no-verify': 'require' }
