import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseUrl } from '../text/parse-url.ts'
import { readDatabaseAddress } from './database-address.ts'
import { unencodedPassword } from './unencoded-password.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What the reader of a setting knows about it. */
export interface SettingFact {
  readonly isSecret?: boolean
  /** For the name of a file with a secret: the secret. */
  readonly fileOf?: string
  readonly fallback?: string
  /** What it takes, in words. */
  readonly takes?: string
}

export type SettingReaders = ReturnType<typeof createSettingReaders>

/**
 * Reads settings by their names and types. A wrong value gets its default, and adds a sentence to `problems`.
 */
export function createSettingReaders(env: Environment, problems: string[]) {
  const known = new Map<string, SettingFact>()
  const note = (name: string, fact: SettingFact) => void known.set(name, { ...known.get(name), ...fact })
  const text = (name: string): string | undefined => {
    const given = env[name]?.trim() || undefined
    const quoted = /^(["'])(.*)\1$/s.exec(given ?? '')
    if (quoted && !known.has(name)) {
      problems.push(`${name} is in quotes, which belong to a shell: leave them out. docker --env-file keeps them`)
    }
    note(name, {})
    return quoted ? quoted[2]?.trim() || undefined : given
  }
  const secret = (name: string): string | undefined => {
    const given = text(name)
    const path = text(`${name}_FILE`)
    note(name, { isSecret: true })
    note(`${name}_FILE`, { fileOf: name, takes: 'a file' })
    if (path === undefined) return given
    if (given !== undefined) problems.push(`${name} and ${name}_FILE are both set; set one of them`)
    try {
      const kept = readFileSync(path, 'utf8').trim()
      if (kept === '') problems.push(`${name}_FILE (${path}) is empty`)
      return kept || undefined
    } catch (error) {
      problems.push(`${name}_FILE (${path}) cannot be read: ${(error as Error).message}`)
      return undefined
    }
  }
  return {
    text,
    /** A secret, or the content of the file that the setting with `_FILE` at its end names. It is never shown. */
    secret,
    /** Every setting that was read, by its name. */
    known,
    integer(name: string, fallback: number, min: number, max: number): number {
      const given = text(name)
      note(name, { fallback: String(fallback), takes: `${min} to ${max}` })
      if (given === undefined) return fallback
      const value = Number(given)
      if (Number.isInteger(value) && value >= min && value <= max) return value
      problems.push(`${name} is "${given}"; it must be a whole number from ${min} to ${max}`)
      return fallback
    },
    flag(name: string): boolean {
      const given = text(name)
      note(name, { fallback: '0', takes: '1 or 0' })
      if (given === undefined || given === '0' || given === 'false') return false
      if (given !== '1' && given !== 'true') problems.push(`${name} is "${given}"; it must be 1 or 0`)
      return true
    },
    url(name: string): string | undefined {
      const given = text(name)
      if (given === undefined) return undefined
      if (/^https?:$/.test(parseUrl(given)?.protocol ?? '')) return given.replace(/\/+$/, '')
      problems.push(`${name} is "${given}"; it must be an address that starts with https:// or http://`)
      return undefined
    },
    /** The address of a PostgreSQL database. It is a secret, because it may contain a password. */
    databaseAddress(name: string): string | undefined {
      const given = secret(name)
      if (given === undefined) return undefined
      return readDatabaseAddress(given, (sentence) => void problems.push(`${name} ${sentence}`))
    },
    /** The address of a proxy of HTTP. It is a secret, because it may contain a password. */
    proxy(name: string): URL | undefined {
      const given = secret(name)
      if (given === undefined) return undefined
      const flaw = unencodedPassword(given)
      const url = parseUrl(given)
      if (!flaw && url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url
      problems.push(`${name} ${flaw ?? 'must be an address such as http://user:password@proxy.example.com:3128'}`)
      return undefined
    },
    /** An address of any scheme that does not run code in a browser. */
    link(name: string): string | undefined {
      const given = text(name)
      if (given === undefined) return undefined
      const url = parseUrl(given)
      if (url && !/^(javascript|data|vbscript|file|blob):$/.test(url.protocol)) return given
      problems.push(`${name} is "${given}"; it must be an address such as https://example.com/app or myapp://signed-in`)
      return undefined
    },
    /** Several choices, separated by commas. */
    choices<const T extends string>(name: string, allowed: readonly T[]): T[] {
      const given = (text(name) ?? '').split(',').flatMap((one) => one.trim() || [])
      note(name, { takes: `any of ${allowed.join(', ')}` })
      const found = allowed.filter((one) => given.includes(one))
      const unknown = given.filter((one) => !(allowed as readonly string[]).includes(one))
      if (unknown.length > 0)
        problems.push(`${name} contains "${unknown.join(', ')}"; the choices are ${allowed.join(', ')}`)
      return found
    },
    /** IP addresses separated by commas, each with its port unless that is 53. */
    nameServers(name: string): string[] {
      const given = (text(name) ?? '').split(',').flatMap((one) => one.trim() || [])
      const wrong = given.filter((one) => isIP(one) === 0 && !isAddressWithPort(one))
      if (wrong.length > 0)
        problems.push(
          `${name} contains "${wrong.join(', ')}"; it takes addresses such as 192.0.2.53 or [2001:db8::53]:5353`,
        )
      return given
    },
    choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const given = text(name)
      note(name, { fallback, takes: choices.join(', ') })
      if (given === undefined) return fallback
      const found = choices.find((one) => one === given)
      if (!found) {
        const allowed = choices.length === 1 ? choices[0] : `one of ${choices.join(', ')}`
        problems.push(`${name} is "${given}"; it must be ${allowed}`)
      }
      return found ?? fallback
    },
  }
}

function isAddressWithPort(text: string): boolean {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  return (six !== undefined ? isIP(six) === 6 : isIP(four ?? '') === 4) && Number(port) >= 1 && Number(port) <= 65_535
}
