/** The account of a person at an identity provider. An account has at most one identity of each issuer. */
export interface IdentitiesTable {
  issuer: string
  /** What the issuer calls the person, for ever. */
  subject: string
  account_id: string
  created_at: string
  last_used_at: string
}

/** A sign-in that has gone to its provider and has not come back. */
export interface ProviderSignInsTable {
  /** Base64url SHA-256 of the state. */
  state_hash: string
  /** Id of the provider in the settings. */
  provider: string
  /** Base64url SHA-256 of the cookie of the browser that started it. */
  browser_hash: string
  nonce: string
  /** The PKCE verifier towards the provider. */
  verifier: string
  /** The path to open in the end. */
  next: string
  /** Whether it ends in the app. */
  native: 0 | 1
  /** Base64url SHA-256 of the secret of the app, if it gave one. */
  challenge: string | null
  expires_at: string
}

/** A completed sign-in whose session has not been opened. */
export interface SignInCodesTable {
  /** Base64url SHA-256 of the code. */
  hash: string
  account_id: string
  /** Base64url SHA-256 of the secret that has to come with the code: the cookie of the browser, or the secret of the app. */
  holder_hash: string | null
  next: string
  expires_at: string
}
