import { pino } from 'pino'
import { parseEmail } from '../accounts/email-address.ts'
import { notFound } from '../base/service-error.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { type LeadFilter, type ListedLead, leadRepository } from '../leads/lead-repository.ts'
import { eraseAddress } from '../leads/subscriptions.ts'
import { letterRepository } from '../mail/store/letter-repository.ts'
import { unsubscribeLinks } from '../mail/unsubscribe-tokens.ts'
import { chooseMail } from './adapters.ts'
import type { Core } from './open-core.ts'

/** What an operator may see and erase of the forms of the website. */
export const createLeadOperator = (core: Core) => {
  const { database, config, address, secrets } = core
  const { db } = database
  const unsubscribe = unsubscribeLinks(secrets.links, address.publicUrl)

  const shown = (row: ListedLead) => {
    const { email, image_urls: images } = row
    // Without a public address of the server no link would work.
    const hasLink = row.subscribed_at !== null && address.publicUrl() !== ''
    return {
      id: row.id,
      kind: row.kind,
      email,
      name: row.name,
      business_name: row.business_name,
      phone: row.phone,
      resource: row.kind === 'resource-download' ? row.topic : null,
      subject: row.subject,
      message: row.message,
      menu_url: row.menu_url,
      image_urls: images === null ? [] : (JSON.parse(images) as string[]),
      source: row.source,
      locale: row.locale || null,
      newsletter: row.newsletter === 1,
      offers: row.offers === 1,
      confirmed_at: row.subscribed_at,
      unsubscribe_url: hasLink ? unsubscribe.url(email) : null,
      created_at: row.created_at,
      updated_at: row.updated_at,
      expires_at: row.expires_at,
    }
  }

  return {
    /** Newest first. `newsletter` and `offers` say what the address has confirmed and not ended since. */
    listLeads: async (filter: LeadFilter) => (await leadRepository(db).list(filter)).map(shown),

    /**
     * Erases a form, or everything about an address: its forms, what it subscribed to, and letters that the forms caused. An
     * account of the address stays.
     *
     * @throws ServiceError `not_found` when there is nothing to erase.
     */
    async eraseLeads(which: { readonly id: string } | { readonly email: string }) {
      const mail = await chooseMail(config, { publicUrl: address.publicUrl, logger: pino({ level: 'silent' }) })
      const { forms, letters } = await inTransaction(db, async (tx) => {
        const ids =
          'id' in which
            ? await leadRepository(tx).remove(which)
            : await eraseAddress(tx, parseEmail(which.email).address)
        return { forms: ids, letters: await letterRepository(tx).removeOfLeads(ids) }
      })
      if (forms.length === 0)
        throw notFound('id' in which ? `form ${which.id}` : `form with the address ${which.email}`)
      await mail.remove(letters)
      return { erased: forms, letters: letters.length }
    },
  }
}
