/** Forms of the public website that somebody has sent. One row for each address, kind and topic. */
export interface LeadsTable {
  id: string
  kind: 'newsletter' | 'contact' | 'resource-download' | 'guide-download' | 'audit-request'
  /** In the form in which addresses of accounts are stored. */
  email: string
  /** What tells forms of one kind apart: the id of a resource, the hash of a message, or nothing. */
  topic: string
  name: string | null
  business_name: string | null
  phone: string | null
  subject: string | null
  message: string | null
  menu_url: string | null
  /** JSON array of addresses. */
  image_urls: string | null
  /** Page or campaign, as the form named it. */
  source: string | null
  /** A BCP 47 tag, as the form named it; empty when it named none. */
  locale: string
  /** 1 if the form asked for marketing. It counts only once the link of the letter is confirmed. */
  asks_marketing: number
  /** SHA-256 of the token of the newest letter that asks to confirm, hex. */
  token_hash: string | null
  token_expires_at: string | null
  confirmed_at: string | null
  /** When the last letter to the address was requested. */
  requested_at: string | null
  created_at: string
  /** When the form was last sent. */
  updated_at: string
  /** When the row is removed; null as long as the subscription that it began lasts. */
  expires_at: string | null
}
