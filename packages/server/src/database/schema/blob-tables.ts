export interface UploadsTable {
  id: string
  account_id: string
  sha256: string
  blob: string
  mime: string
  width: number
  height: number
  bytes: number
  created_at: string
  expires_at: string
  /** Unix seconds at which the link that was issued last expires. */
  link_exp: number
}

export interface BlobGarbageTable {
  blob: string
  due_at: string
}
