/** The keys of one purpose. There is more than one while they are rotated. */
export interface SigningKeys {
  /** The key that signs now. */
  current(): Uint8Array
  /** The keys whose signatures are valid now, the newest first. */
  valid(): readonly Uint8Array[]
}
