import { parseUrl } from '../text/parse-url.ts'
import type { Environment, SettingReaders } from './setting-readers.ts'

/** An OpenID Connect provider that people can sign in with. */
export interface ProviderSettings {
  /** The name in its settings, in lower case: `kitchen_id` for `PLATELIGHT_OIDC_KITCHEN_ID_ISSUER`. */
  readonly id: string
  /** The name on its button. */
  readonly label: string
  readonly issuer: URL
  readonly clientId: string
  /** Undefined for a client without a secret, which PKCE alone protects. */
  readonly clientSecret: string | undefined
}

/** The ends of the settings of a provider, after `PLATELIGHT_OIDC_` and its name. */
export const PROVIDER_SETTINGS = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'CLIENT_SECRET_FILE', 'LABEL'] as const

const PREFIX = 'PLATELIGHT_OIDC_'
const SETTING = new RegExp(`^${PREFIX}([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(?:${PROVIDER_SETTINGS.join('|')})$`)

/**
 * Reads the settings of all providers, in the order of their names.
 *
 * @param options.production Whether the issuer must have an https address.
 */
export function readProviders(
  env: Environment,
  readers: SettingReaders,
  { production, problems }: { production: boolean; problems: string[] },
): ProviderSettings[] {
  const set = Object.keys(env).filter((name) => env[name]?.trim())
  const names = new Set(set.flatMap((name) => SETTING.exec(name)?.[1] ?? []))
  const providers = [...names].sort().flatMap((name) => readProvider(name, readers, { production, problems }) ?? [])
  const issuers = providers.map(({ issuer }) => issuer.href)
  for (const { id, issuer } of providers.filter((_, index) => issuers.indexOf(issuers[index] ?? '') !== index)) {
    problems.push(`${PREFIX}${id.toUpperCase()}_ISSUER is ${issuer.href}, the issuer of another provider; name it once`)
  }
  return providers
}

function readProvider(
  name: string,
  { text, secret }: SettingReaders,
  { production, problems }: { production: boolean; problems: string[] },
): ProviderSettings | undefined {
  const setting = (end: (typeof PROVIDER_SETTINGS)[number]) => `${PREFIX}${name}_${end}`
  const issuer = text(setting('ISSUER'))
  const clientId = text(setting('CLIENT_ID'))
  const clientSecret = secret(setting('CLIENT_SECRET'))
  const label = text(setting('LABEL')) ?? labelOf(name)
  for (const end of ['ISSUER', 'CLIENT_ID'] as const) {
    if (text(setting(end)) === undefined) problems.push(`${setting(end)} is missing: a provider needs it`)
  }
  if (issuer !== undefined && !isIssuer(issuer, production)) {
    const scheme = production ? 'https://' : 'https:// or http://'
    problems.push(`${setting('ISSUER')} is "${issuer}"; it must be an address that starts with ${scheme}`)
    return undefined
  }
  if (issuer === undefined || clientId === undefined) return undefined
  return { id: name.toLowerCase(), label, issuer: new URL(issuer), clientId, clientSecret }
}

function isIssuer(text: string, production: boolean): boolean {
  const url = parseUrl(text)
  if (!url) return false
  const { protocol, username, password, search, hash } = url
  const isScheme = protocol === 'https:' || (protocol === 'http:' && !production)
  return isScheme && `${username}${password}${search}${hash}` === ''
}

/** `MY_KEYCLOAK` becomes `My Keycloak`. */
const labelOf = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ')
