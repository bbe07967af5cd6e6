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
  /**
   * How an address counts when the provider does not state whether it is verified. It is refused where anybody can state any
   * address, because replies would tell which addresses have an account.
   */
  readonly unstatedEmails: 'verified' | 'unverified' | 'refused'
  /** The tenants of Microsoft Entra whose people may sign in, by their ids. Empty stands for all. */
  readonly tenants: readonly string[]
  /** How the provider answers: in the address of the callback, or in a form that the browser posts to it. */
  readonly responseMode: (typeof RESPONSE_MODES)[number]
}

const RESPONSE_MODES = ['query', 'form_post'] as const
/** Apple gives the e-mail address only in a form. */
const FORM_HOST = 'appleid.apple.com'
/** The issuers of Entra for people of all tenants, who can state any address. */
const ALL_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\//

/** The ends of the settings of a provider, after `PLATELIGHT_OIDC_` and its name. */
const PROVIDER_SETTINGS = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'CLIENT_SECRET_FILE',
  'LABEL',
  'TRUST_EMAILS',
  'TENANTS',
  'RESPONSE_MODE',
] as const

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
  { text, secret, flag, choice }: SettingReaders,
  { production, problems }: { production: boolean; problems: string[] },
): ProviderSettings | undefined {
  const setting = (end: (typeof PROVIDER_SETTINGS)[number]) => `${PREFIX}${name}_${end}`
  const issuer = text(setting('ISSUER'))
  const clientId = text(setting('CLIENT_ID'))
  const clientSecret = secret(setting('CLIENT_SECRET'))
  const label = text(setting('LABEL')) ?? labelOf(name)
  const trustsEmails = flag(setting('TRUST_EMAILS'))
  const tenants = (text(setting('TENANTS')) ?? '').split(',').flatMap((tenant) => tenant.trim().toLowerCase() || [])
  const isForm = parseUrl(issuer ?? '')?.hostname === FORM_HOST
  const responseMode = choice(setting('RESPONSE_MODE'), RESPONSE_MODES, isForm ? 'form_post' : 'query')
  for (const end of ['ISSUER', 'CLIENT_ID'] as const) {
    if (text(setting(end)) === undefined) problems.push(`${setting(end)} is missing: a provider needs it`)
  }
  if (issuer !== undefined && !isIssuer(issuer, production)) {
    const scheme = production ? 'https://' : 'https:// or http://'
    problems.push(`${setting('ISSUER')} is "${issuer}"; it must be an address that starts with ${scheme}`)
    return undefined
  }
  if (issuer === undefined || clientId === undefined) return undefined
  const isOpen = tenants.length === 0 && ALL_TENANTS.test(issuer)
  if (trustsEmails && isOpen) {
    problems.push(
      `${setting('TRUST_EMAILS')} needs ${setting('TENANTS')} beside it: at the issuer ${issuer} anybody can open a tenant and state any address`,
    )
  }
  const unstatedEmails = trustsEmails ? 'verified' : isOpen ? 'refused' : 'unverified'
  const client = { clientId, clientSecret, unstatedEmails, tenants, responseMode } as const
  return { id: name.toLowerCase(), label, issuer: new URL(issuer), ...client }
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
