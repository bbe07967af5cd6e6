/** A session of a visitor without an account. It lasts 24 hours and is never prolonged. */
export interface AnonymousSessionsTable {
  /** Base64url SHA-256 of its token. */
  id: string
  created_at: string
  expires_at: string
}

/** What was chosen for a photo, as it was sent. */
interface ProjectChoices {
  preset: string
  goal: string
  format: string
  locale: string
  /** JSON object of the app. */
  configuration: string
}

/** A photo that a visitor has saved with what was chosen for it. Both are removed when the session ends. */
export interface AnonymousProjectsTable extends ProjectChoices {
  id: string
  session_id: string
  sha256: string
  blob: string
  mime: string
  width: number
  height: number
  bytes: number
  created_at: string
  expires_at: string
  /** HMAC-SHA256 of the address of the caller, base64url. */
  address_hash: string
}

/** A project of an account, or of a guest, whose account nobody can sign in to. Its photo is an upload. */
export interface ProjectsTable extends ProjectChoices {
  id: string
  account_id: string
  /** The upload may have expired. */
  upload_id: string
  /** The anonymous session that it was saved with. */
  session_id: string | null
  created_at: string
  /** Null while it belongs to a guest. */
  claimed_at: string | null
}

/** A user of an earlier app who never signed up, imported by the operator. */
export interface GuestsTable {
  id: string
  /** The `sub` of the guest's token. */
  subject: string
  /** The account that keeps projects, pictures and credits until they are claimed. */
  own_account_id: string | null
  /** The account that has claimed them. */
  account_id: string | null
  /** What was moved, as JSON (`MovedFromGuest`). */
  moved: string | null
  created_at: string
  /** When the guest was imported, or resumed last. */
  resumed_at: string
  claimed_at: string | null
}
