import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts'

/** The optional letters that an account can turn on and off. */
export type Preference = MarketingList | 'credit_alerts' | 'webhook_alerts'
export const MARKETING_LISTS = ['newsletter', 'offers', 'product_updates'] as const
export type MarketingList = (typeof MARKETING_LISTS)[number]

/**
 * What each kind of letter says beyond its fixed words. Never something that was typed into a form: anybody can sign up with
 * another person's address, and could send that person any text. Only `lead-received` quotes a form, because it goes to the
 * operator.
 */
export interface LetterValues {
  /** Confirms an address. `newsletter`: using the link also agrees to the newsletter. */
  readonly verification: { readonly link: string; readonly newsletter: boolean }
  /** For a sign-up with an address that has an account already. */
  readonly 'known-address': { readonly serviceUrl: string }
  /** `page` is where a new password is chosen. */
  readonly 'password-reset': { readonly token: string; readonly page: string }
  /** Sent after the change, so that the owner learns of a change that another person made. */
  readonly 'password-changed': Readonly<Record<never, never>>
  /** The same, for an account that had no password before. */
  readonly 'password-added': Readonly<Record<never, never>>
  /** For an account that was made with an address before a provider confirmed it. `provider` is the label of the settings. */
  readonly 'password-removed': { readonly provider: string }
  /** An account that existed before is opened by an identity of a provider from now on. */
  readonly 'provider-linked': { readonly provider: string }
  /** Sent once the address is verified. */
  readonly welcome: { readonly credits: number; readonly serviceUrl: string }
  /** Sent after three days without a success. The endpoint is named by its id, because its address was typed by a person. */
  readonly 'webhook-disabled': { readonly endpointId: string; readonly serviceUrl: string }
  /** Sent once each time the balance falls below the threshold. */
  readonly 'credits-low': { readonly credits: number; readonly threshold: number; readonly billingUrl: string }
  readonly 'account-deleted': Readonly<Record<never, never>>
  /** Asks whether the newsletter is wanted, and with `offers` also offers. */
  readonly 'lead-confirmation': { readonly link: string; readonly offers: boolean }
  /** A file of the website. Its title is the operator's. */
  readonly 'lead-download': { readonly title: string; readonly link: string }
  /** Tells the operator of a contact or audit form. */
  readonly 'lead-received': ReceivedLead
  /** Marketing, in the words and the language of the operator. */
  readonly announcement: {
    readonly list: MarketingList
    readonly subject: string
    readonly paragraphs: readonly string[]
  }
}

/** What a person wrote to the operator. Fields that were left out are null. */
export interface ReceivedLead {
  readonly kind: 'contact' | 'audit-request'
  readonly leadId: string
  readonly email: string
  readonly name: string | null
  readonly businessName: string | null
  readonly phone: string | null
  readonly subject: string | null
  readonly menuUrl: string | null
  readonly imageUrls: readonly string[]
  readonly message: string | null
  readonly source: string | null
}

export type LetterKind = keyof LetterValues

/** The kinds that are requested: a part of the server prepares them when they are sent. */
export type RequestedKind = 'password-reset' | 'lead-confirmation'

/** A kind of letter with its values. */
export type LetterContent = {
  readonly [Kind in LetterKind]: { readonly kind: Kind; readonly values: LetterValues[Kind] }
}[LetterKind]

/** How long the links of letters work that forms of the website cause. */
export const LEAD_LINK_MS = 7 * DAY_MS

/** How many letters a stranger can cause. */
interface LetterLimit {
  /**
   * The letter is written while its mailbox has had fewer on that UTC day, of all kinds that have a limit. What a person needs most has
   * the highest, so that the others leave some.
   */
  readonly perDay: number
  /** Between two letters of the kind. */
  readonly intervalMs: number
  /** Whether it is counted apart from other kinds, because it goes to the operator. */
  readonly ofItsOwn?: true
}

interface LetterRules {
  /** Of a kind that somebody else than the reader of the mailbox can cause. */
  readonly limit?: LetterLimit
  /** How long the letter is of use. It is not sent later. */
  readonly validMs?: number
  /** Whether it makes earlier letters of its kind about the same account or form useless, so that waiting ones are cancelled. */
  readonly replacesEarlier?: boolean
  /** Whether its row is removed when it has ended, because its recipient has left. */
  readonly leavesNoTrace?: boolean
}

const SIGN_UP_LIMIT: LetterLimit = { perDay: 7, intervalMs: MINUTE_MS }
/** The service of leads keeps letters of one form apart. */
const FORM_LIMIT: LetterLimit = { perDay: 5, intervalMs: 0 }

/** The rules of each kind. The type checker asks for a line for every kind. */
export const LETTER_RULES: Readonly<Record<LetterKind, LetterRules>> = {
  verification: { validMs: DAY_MS, replacesEarlier: true, limit: SIGN_UP_LIMIT },
  'known-address': { validMs: DAY_MS, limit: SIGN_UP_LIMIT },
  'password-reset': { validMs: HOUR_MS, replacesEarlier: true, limit: { perDay: 10, intervalMs: MINUTE_MS } },
  'password-changed': {},
  'password-added': {},
  'password-removed': {},
  'provider-linked': {},
  welcome: {},
  'webhook-disabled': {},
  'credits-low': { replacesEarlier: true },
  'account-deleted': { leavesNoTrace: true },
  'lead-confirmation': { validMs: LEAD_LINK_MS, replacesEarlier: true, limit: FORM_LIMIT },
  'lead-download': { validMs: LEAD_LINK_MS, replacesEarlier: true, limit: FORM_LIMIT },
  // Further messages are only stored.
  'lead-received': { limit: { perDay: 200, intervalMs: 0, ofItsOwn: true } },
  announcement: {},
}

/** The preference that a letter obeys; undefined for letters that are always sent. */
export function preferenceOf(letter: LetterContent): Preference | undefined {
  if (letter.kind === 'announcement') return letter.values.list
  if (letter.kind === 'credits-low') return 'credit_alerts'
  return letter.kind === 'webhook-disabled' ? 'webhook_alerts' : undefined
}

/** Whether a letter is marketing, which its recipient can end with one click. */
export const isMarketing = ({ kind }: Pick<LetterContent, 'kind'>): boolean => kind === 'announcement'

/** The person to whom the recipient would reply; undefined when it is the service. */
export const replyToOf = (letter: LetterContent): string | undefined =>
  letter.kind === 'lead-received' ? letter.values.email : undefined
