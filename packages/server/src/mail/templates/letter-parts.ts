import type { LetterTexts } from '../texts/letter-texts.ts'
import type { LetterContent, ReceivedLead } from './letter-kinds.ts'

/** What a letter says, in one language, before it becomes text and HTML. */
export interface LetterParts {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  /** Below the button, in small print. */
  readonly endings: readonly string[]
}

/** Puts the values of a letter and the texts of a language together. */
export function letterParts(letter: LetterContent, texts: LetterTexts): LetterParts {
  const number = (value: number) => new Intl.NumberFormat(texts.language).format(value)
  switch (letter.kind) {
    case 'verification': {
      const { subject, intro, newsletter, button: label, ending } = texts.verification
      const { link, newsletter: agrees } = letter.values
      return {
        subject,
        paragraphs: [intro, ...(agrees ? [newsletter] : [])],
        button: { label, link },
        endings: [ending],
      }
    }
    case 'known-address':
      return fixed(texts.knownAddress, { label: texts.openService, link: letter.values.serviceUrl })
    case 'password-reset': {
      const { subject, intro, button: label, ending } = texts.passwordReset
      const { token, page } = letter.values
      return { subject, paragraphs: [intro], button: { label, link: withToken(page, token) }, endings: [ending] }
    }
    case 'password-changed':
      return fixed(texts.passwordChanged)
    case 'password-added':
      return fixed(texts.passwordAdded)
    case 'password-removed':
      return fixed({ ...texts.passwordRemoved, intro: texts.passwordRemoved.intro(letter.values.provider) })
    case 'provider-linked':
      return fixed({ ...texts.providerLinked, intro: texts.providerLinked.intro(letter.values.provider) })
    case 'welcome': {
      const { subject, intro, balance, ending } = texts.welcome
      const { credits, serviceUrl } = letter.values
      return {
        subject,
        endings: [ending],
        paragraphs: [intro, ...(credits > 0 ? [balance(number(credits))] : [])],
        button: { label: texts.openService, link: serviceUrl },
      }
    }
    case 'webhook-disabled': {
      const { intro, ...rest } = texts.webhookDisabled
      const { endpointId, serviceUrl } = letter.values
      const parts = fixed({ ...rest, intro: intro(endpointId) }, { label: texts.openService, link: serviceUrl })
      return { ...parts, endings: [...parts.endings, texts.turnOffAlerts] }
    }
    case 'credits-low': {
      const { subject, intro, balance, more, button: label, ending } = texts.creditsLow
      const { credits, threshold, billingUrl } = letter.values
      return {
        subject,
        paragraphs: [intro, balance(number(credits)), ...(more === undefined ? [] : [more])],
        button: { label, link: billingUrl },
        endings: [ending(number(threshold)), texts.turnOffAlerts],
      }
    }
    case 'account-deleted':
      return fixed(texts.accountDeleted)
    case 'lead-confirmation': {
      const { subject, newsletter, offers, button: label, ending } = texts.leadConfirmation
      const { link, offers: both } = letter.values
      return { subject, paragraphs: [both ? offers : newsletter], button: { label, link }, endings: [ending] }
    }
    case 'lead-download': {
      const { subject, intro, button: label, ending } = texts.leadDownload
      const { title, link } = letter.values
      return { subject: subject(title), paragraphs: [intro], button: { label, link }, endings: [ending] }
    }
    case 'lead-received':
      return receivedParts(letter.values, texts)
    case 'announcement':
      return { subject: letter.values.subject, paragraphs: letter.values.paragraphs, endings: [texts.whyMarketing] }
  }
}

/** What a person wrote to the operator, a line for each field that they filled in. */
function receivedParts(lead: ReceivedLead, { leadReceived: texts, colon }: LetterTexts): LetterParts {
  const { labels } = texts
  const fields = [
    [labels.name, lead.name],
    [labels.address, lead.email],
    [labels.business, lead.businessName],
    [labels.phone, lead.phone],
    [labels.subject, lead.subject],
    [labels.menu, lead.menuUrl],
    [labels.photos, lead.imageUrls.join(' ') || null],
    [labels.source, lead.source],
  ] as const
  const filled = fields.flatMap(([label, value]) => (value === null ? [] : [`${label}${colon} ${value}`]))
  const message = lead.message === null ? [] : [`${labels.message}${colon}`, ...lead.message.split('\n')]
  return {
    subject: lead.kind === 'contact' ? texts.contact : texts.audit,
    paragraphs: [...filled, ...message.filter((line) => line.trim() !== '')],
    endings: [texts.reply, texts.erase(lead.leadId)],
  }
}

const fixed = (
  { subject, intro, more, ending }: LetterTexts['knownAddress'],
  button?: LetterParts['button'],
): LetterParts => ({
  subject,
  paragraphs: [intro, ...(more === undefined ? [] : [more])],
  ...(button && { button }),
  endings: [ending],
})

function withToken(page: string, token: string): string {
  const url = new URL(page)
  url.searchParams.set('token', token)
  return url.href
}
