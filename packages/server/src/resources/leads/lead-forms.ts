import { createHash } from 'node:crypto'
import { requireEmail } from '../../accounts/email-address.ts'
import { canonicalJson } from '../../base/canonical-json.ts'
import { InvalidRequest } from '../../base/service-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'
import { singleLine } from '../../base/text/single-line.ts'
import type { LeadKind } from '../../leads/lead-rules.ts'

/** The fields that forms of the website have in common, and those that only some have. */
export interface FormBody {
  readonly email: string
  readonly name?: string
  readonly business_name?: string
  readonly phone?: string
  readonly subject?: string
  readonly message?: string
  readonly menu_url?: string
  readonly image_urls?: readonly string[]
  readonly marketing_consent?: boolean
  readonly locale?: string
  readonly source?: string
  readonly fax?: string
}

/** A form that has been checked, as its row has it. */
export interface CheckedForm {
  readonly kind: LeadKind
  readonly topic: string
  readonly email: string
  readonly name: string | null
  readonly business_name: string | null
  readonly phone: string | null
  readonly subject: string | null
  readonly message: string | null
  readonly menu_url: string | null
  readonly image_urls: string | null
  readonly source: string | null
  readonly locale: string
  readonly asks_marketing: number
  /** Whether a program filled in the field that people do not see. */
  readonly isTrapped: boolean
}

/**
 * Checks the fields of a form, and brings them into the form in which they are stored.
 *
 * @param topic What tells forms of this kind apart. By default, what the person wrote.
 * @throws InvalidRequest (422) for an address that is none, and for names with line breaks.
 */
export function checkForm(kind: LeadKind, body: FormBody, topic?: string): CheckedForm {
  const line = (field: keyof FormBody & string, text: string | undefined) => singleLine(field, text ?? '') || null
  const images = (body.image_urls ?? []).map((url) => webAddress('image_urls', url))
  const wrote = {
    subject: line('subject', body.subject),
    message: paragraphs(body.message ?? '') || null,
    business_name: line('business_name', body.business_name),
    menu_url: body.menu_url?.trim() ? webAddress('menu_url', body.menu_url) : null,
    image_urls: images.length > 0 ? JSON.stringify(images) : null,
  }
  return {
    kind,
    topic: topic ?? hashOf(wrote),
    email: requireEmail(body.email),
    ...wrote,
    name: line('name', body.name),
    phone: line('phone', body.phone),
    source: line('source', body.source),
    locale: body.locale ?? '',
    asks_marketing: kind === 'newsletter' || body.marketing_consent ? 1 : 0,
    isTrapped: (body.fax ?? '').trim() !== '',
  }
}

/** Refuses a field that has only blanks. */
export function requireText(field: string, text: string): void {
  if (text.trim() === '')
    throw new InvalidRequest([{ loc: ['body', field], msg: 'is empty; write something', type: 'empty' }])
}

/** The same text from the same person is one form. */
const hashOf = (wrote: Readonly<Record<string, string | null>>): string =>
  createHash('sha256').update(canonicalJson(wrote)).digest('hex')

/** Text of several lines, without other control characters. People paste them without seeing them. */
const paragraphs = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** An address that people may have typed without https. It is shown to the operator and never opened by the server. */
function webAddress(field: string, text: string): string {
  const given = singleLine(field, text)
  const full = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(given) ? given : `https://${given}`
  const url = parseUrl(full)
  if (url && /^https?:$/.test(url.protocol) && url.hostname.includes('.')) return url.href
  const msg = 'is not a web address; write it like https://example.com/menu'
  throw new InvalidRequest([{ loc: ['body', field], msg, type: 'web_address' }])
}
