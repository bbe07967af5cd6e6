declare module 'heic-decode' {
  /** Decodes the primary picture, upright, to RGBA. */
  export default function decode(options: { readonly buffer: Uint8Array }): Promise<{
    readonly width: number
    readonly height: number
    readonly data: Uint8ClampedArray
  }>
}
