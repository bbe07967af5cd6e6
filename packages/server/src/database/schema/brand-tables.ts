/** What an account has set. Null where it has set nothing. */
export interface BrandProfilesTable {
  account_id: string
  business_name: string | null
  tagline: string | null
  cuisine: string | null
  tone: string | null
  website: string | null
  phone: string | null
  address: string | null
  /** JSON array. */
  colors: string
  updated_at: string
}

/** At most one an account. */
export interface BrandLogosTable {
  account_id: string
  blob: string
  mime: string
  bytes: number
  width: number
  height: number
  /** JSON array of the colours that were found in it. */
  colors: string
}
