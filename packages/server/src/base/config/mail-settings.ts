import { isIP } from 'node:net'
import { parseUrl } from '../text/parse-url.ts'
import type { SettingReaders } from './setting-readers.ts'
import { unencodedPassword } from './unencoded-password.ts'

/** How letters are sent. */
export interface MailSettings {
  readonly server: {
    readonly host: string
    readonly port: number
    /** Encrypted from the start, after STARTTLS, or not at all. */
    readonly tls: 'always' | 'starttls' | 'never'
    readonly user?: string
    readonly password?: string
  }
  readonly from: { readonly name: string; readonly address: string }
  readonly dkim: { readonly domain: string; readonly selector: string; readonly keyFile: string } | undefined
}

const ADDRESS = '[^\\s\\p{Cc}@<>,;:"()]+@[^\\s\\p{Cc}@<>,;:"()]+'
const FROM = new RegExp(`^(?:"?([^"<>\\p{Cc}]*?)"?\\s*<(${ADDRESS})>|(${ADDRESS}))$`, 'u')
const CONTACT = new RegExp(`^${ADDRESS}$`, 'u')
const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i
const SELECTOR = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i
const SMTP_EXAMPLE = 'smtp://user:password@smtp.example.com:587 or smtps://user:password@smtp.example.com'

/** Reads the settings of the mail server. Undefined when there is none: then letters become files in the outbox. */
export function readMail({ text, secret }: SettingReaders, problems: string[]): MailSettings | undefined {
  const url = secret('PLATELIGHT_SMTP_URL')
  const from = readSender(text('PLATELIGHT_MAIL_FROM'), problems)
  const dkim = readDkim({ text }, problems)
  if (url === undefined) {
    if (dkim) problems.push('PLATELIGHT_DKIM_DOMAIN needs PLATELIGHT_SMTP_URL beside it')
    if (from) problems.push('PLATELIGHT_MAIL_FROM needs PLATELIGHT_SMTP_URL beside it')
    return undefined
  }
  const server = readServer(url, problems)
  if (text('PLATELIGHT_MAIL_FROM') === undefined) {
    problems.push(
      'PLATELIGHT_MAIL_FROM is missing: with PLATELIGHT_SMTP_URL, set the sender, such as Platelight <no-reply@example.com>',
    )
  }
  return server && from ? { server, from, dkim } : undefined
}

/** The address of the operator, in lower case as addresses of accounts are. */
export function readContactAddress({ text }: Pick<SettingReaders, 'text'>, problems: string[]): string | undefined {
  const given = text('PLATELIGHT_CONTACT_ADDRESS')
  if (given === undefined || CONTACT.test(given)) return given?.toLowerCase()
  problems.push(`PLATELIGHT_CONTACT_ADDRESS is "${given}"; it must be one address such as hello@example.com`)
  return undefined
}

/** The address is never shown, because it may contain a password. */
function readServer(given: string, problems: string[]): MailSettings['server'] | undefined {
  const flaw = unencodedPassword(given)
  if (flaw !== undefined) return void problems.push(`PLATELIGHT_SMTP_URL ${flaw}`)
  const url = parseUrl(given)
  const query = [...(url?.searchParams.keys() ?? [])]
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || query.some((name) => name !== 'starttls')) {
    problems.push(`PLATELIGHT_SMTP_URL must be an address such as ${SMTP_EXAMPLE}`)
    return undefined
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.')) || host === '::1'
  const asked = url.searchParams.get('starttls') ?? (isLocal ? 'never' : 'required')
  if (asked !== 'required' && asked !== 'never') {
    problems.push('PLATELIGHT_SMTP_URL takes ?starttls=required or ?starttls=never')
    return undefined
  }
  const isSecure = url.protocol === 'smtps:'
  if (url.port === (isSecure ? '587' : '465')) {
    problems.push(
      isSecure
        ? 'PLATELIGHT_SMTP_URL has smtps:// with port 587, which starts without TLS; write smtp://, which turns it on'
        : 'PLATELIGHT_SMTP_URL has smtp:// with port 465, which waits for TLS from the start; write smtps://',
    )
    return undefined
  }
  const tls = isSecure ? 'always' : asked === 'required' ? 'starttls' : 'never'
  if (tls === 'never' && url.username !== '' && !isLocal) {
    problems.push(
      'PLATELIGHT_SMTP_URL has a password, which ?starttls=never would send unencrypted; leave one of them out',
    )
    return undefined
  }
  try {
    return {
      host,
      tls,
      port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
      ...(url.username !== '' && {
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      }),
    }
  } catch {
    problems.push('PLATELIGHT_SMTP_URL has a % in its user or password that must be written as %25')
    return undefined
  }
}

function readSender(given: string | undefined, problems: string[]): MailSettings['from'] | undefined {
  if (given === undefined) return undefined
  const [, name, address, alone] = FROM.exec(given) ?? []
  const found = address ?? alone
  if (found !== undefined) return { name: name?.trim() || 'Platelight', address: found }
  problems.push(
    `PLATELIGHT_MAIL_FROM is "${given}"; it must be an address such as no-reply@example.com or Platelight <no-reply@example.com>`,
  )
  return undefined
}

function readDkim({ text }: Pick<SettingReaders, 'text'>, problems: string[]): MailSettings['dkim'] {
  const domain = text('PLATELIGHT_DKIM_DOMAIN')
  const selector = text('PLATELIGHT_DKIM_SELECTOR')
  const keyFile = text('PLATELIGHT_DKIM_KEY_FILE')
  if (domain === undefined && selector === undefined && keyFile === undefined) return undefined
  if (domain === undefined || selector === undefined || keyFile === undefined) {
    problems.push(
      'PLATELIGHT_DKIM_DOMAIN, PLATELIGHT_DKIM_SELECTOR and PLATELIGHT_DKIM_KEY_FILE go together: set all or none',
    )
    return undefined
  }
  if (!DOMAIN.test(domain) || !SELECTOR.test(selector)) {
    problems.push('PLATELIGHT_DKIM_DOMAIN and PLATELIGHT_DKIM_SELECTOR must be names, such as example.com and mail2026')
    return undefined
  }
  return { domain, selector, keyFile }
}
