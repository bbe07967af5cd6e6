import { createHash } from 'node:crypto'
import { accountRepository } from '../../accounts/account-repository.ts'
import { invalidToken } from '../../accounts/email-tokens.ts'
import { MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { type Handout, languageOf, titleOf } from '../../leads/handouts.ts'
import { leadRepository } from '../../leads/lead-repository.ts'
import { LEAD_RULES } from '../../leads/lead-rules.ts'
import type { Letters } from '../../mail/letters.ts'
import type { PrepareLetter } from '../../mail/sending/letter-attempt.ts'
import { mailAddressRepository } from '../../mail/store/mail-address-repository.ts'
import { subscriberRepository } from '../../mail/store/subscriber-repository.ts'
import { LEAD_LINK_MS } from '../../mail/templates/letter-kinds.ts'
import type { CheckedForm } from './lead-forms.ts'

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly letters: Letters
  readonly links: SignedLinks
  readonly publicUrl: () => string
  /** Where messages to the operator go. Without it they are only stored. */
  readonly contactAddress: string | undefined
}

/** The state of a link that confirms a subscription. */
export type ConfirmationState =
  | { readonly state: 'open' | 'confirmed'; readonly email: string; readonly offers: boolean }
  | { readonly state: 'unknown' | 'expired' }

/** A form that is sent twice in a row causes letters once. */
const MIN_INTERVAL_MS = MINUTE_MS

/** Forms of the website. The reply and its time are the same whatever is known of an address. */
export function createLeadService({ db, ids, clock, letters, links, publicUrl, contactAddress }: Dependencies) {
  const at = () => clock.now().toISOString()
  const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  /** Sends the operator what a person wrote, in the language of the operator's account if there is one. */
  const tellOperator = async (tx: Db, leadId: string, form: CheckedForm): Promise<void> => {
    const { kind } = form
    if (contactAddress === undefined || (kind !== 'contact' && kind !== 'audit-request')) return
    const account = await accountRepository(tx).byEmail(contactAddress)
    const locale = account ? (await accountRepository(tx).correspondent(account.id)).locale : 'en'
    const values = {
      kind,
      leadId,
      email: form.email,
      name: form.name,
      businessName: form.business_name,
      phone: form.phone,
      subject: form.subject,
      menuUrl: form.menu_url,
      message: form.message,
      source: form.source,
      imageUrls: form.image_urls === null ? [] : (JSON.parse(form.image_urls) as string[]),
    }
    await letters.write(tx, { to: contactAddress, locale, accountId: null, leadId }, { kind: 'lead-received', values })
  }

  const sendHandout = async (
    tx: Db,
    leadId: string,
    form: CheckedForm,
    { id, title }: { id: string; title: string },
  ) => {
    const exp = Math.floor((clock.now().getTime() + LEAD_LINK_MS) / 1000)
    const link = links.handout(id, languageOf(form.locale), exp)
    const to = { to: form.email, locale: form.locale, accountId: null, leadId }
    await letters.write(tx, to, { kind: 'lead-download', values: { title, link } })
  }

  return {
    /**
     * Stores a form and writes its letters, unless the same ones were written within the last minute or the address has had
     * enough of them today. A form that a program filled in is dropped.
     *
     * @param handout The file that was requested.
     */
    async receive({ isTrapped, ...form }: CheckedForm, handout?: Handout): Promise<void> {
      if (isTrapped) return
      const title = handout && (await titleOf(handout))
      await inTransaction(db, async (tx) => {
        const { email, locale, kind } = form
        const sent = { ...form, id: ids.next('lead'), at: at(), expires_at: later(LEAD_RULES[kind].keptMs) }
        const { id: leadId, isNew } = await leadRepository(tx).receive(sent)
        if (isNew) await tellOperator(tx, leadId, { ...form, isTrapped })
        if (handout === undefined && form.asks_marketing === 0) return
        if (!(await leadRepository(tx).noteRequest(leadId, at(), later(-MIN_INTERVAL_MS)))) return
        if (handout && title !== undefined)
          await sendHandout(tx, leadId, { ...form, isTrapped }, { id: handout.id, title })
        if (form.asks_marketing === 1) await letters.request(tx, { to: email, locale, leadId }, 'lead-confirmation')
      })
    },

    /** Issues the token of a letter that asks to confirm, unless the address has agreed to everything already. */
    prepareConfirmation: (async (tx, to, leadId) => {
      const lead = leadId === null ? undefined : await leadRepository(tx).byId(leadId)
      if (!lead || lead.asks_marketing === 0) return undefined
      const { lists, keptMs } = LEAD_RULES[lead.kind]
      const subscriber = await subscriberRepository(tx).find(to)
      if (lists.every((list) => subscriber?.[list])) return undefined
      const token = ids.secret()
      const times = { expiresAt: later(LEAD_LINK_MS), keptUntil: later(keptMs) }
      await leadRepository(tx).setToken(lead.id, { hash: hashOf(token), ...times })
      const values = { link: `${publicUrl()}/leads/confirm?token=${token}`, offers: lists.includes('offers') }
      return { accountId: null, locale: lead.locale, content: { kind: 'lead-confirmation', values } }
    }) satisfies PrepareLetter,

    /** What a link would do. It does not use the link. */
    async preview(token: string): Promise<ConfirmationState> {
      const lead = await leadRepository(db).byToken(hashOf(token))
      if (!lead) return { state: 'unknown' }
      const shown = { email: lead.email, offers: LEAD_RULES[lead.kind].lists.includes('offers') }
      if (lead.confirmed_at !== null) return { state: 'confirmed', ...shown }
      return (lead.token_expires_at ?? '') <= at() ? { state: 'expired' } : { state: 'open', ...shown }
    },

    /**
     * Begins the subscription of a link. A link that was used is reported and changes nothing, so that it does not begin
     * again what has ended since.
     *
     * @throws ServiceError `token_invalid` (400) when it is unknown, was replaced, or has expired.
     */
    confirm: (token: string): Promise<{ status: 'confirmed' | 'already_confirmed'; email: string }> =>
      inTransaction(db, async (tx) => {
        const lead = await leadRepository(tx).byToken(hashOf(token))
        if (!lead) throw invalidToken('is not known; a newer one may have replaced it')
        const { id, email, kind, locale } = lead
        if (lead.confirmed_at !== null) return { status: 'already_confirmed', email }
        if ((lead.token_expires_at ?? '') <= at()) throw invalidToken('has expired')
        if (!(await leadRepository(tx).confirm(id, at()))) return { status: 'already_confirmed', email }
        await subscriberRepository(tx).add(email, LEAD_RULES[kind].lists, { locale, at: at() })
        await mailAddressRepository(tx).resubscribe(email)
        return { status: 'confirmed', email }
      }),

    /** Removes forms that are no longer kept. */
    expire: (): Promise<void> => leadRepository(db).removeExpired(at()),
  }
}

/** A plain hash is enough for a token with 190 bits of randomness. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
