/** Links in the log with which the first administrator is made. */
export interface SetupLinksTable {
  /** SHA-256 of the token, hex. */
  hash: string
  created_at: string
  expires_at: string
}

/** Files that administrators store, such as pictures for a website. They belong to no account. */
export interface OperatorFilesTable {
  id: string
  dir: string
  filename: string
  blob: string
  mime: string
  bytes: number
  created_at: string
}
