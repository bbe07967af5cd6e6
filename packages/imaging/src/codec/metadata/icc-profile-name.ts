const text = (bytes: Uint8Array, encoding: 'windows-1252' | 'utf-16be') =>
  new TextDecoder(encoding).decode(bytes).replace(/\0.*$/s, '').trim()

/** The description of an ICC profile; undefined if it has none or is damaged. */
export const profileName = (icc: Uint8Array): string | undefined => {
  const view = new DataView(icc.buffer, icc.byteOffset, icc.length)
  try {
    const count = Math.min(view.getUint32(128), 100)
    for (let i = 0; i < count; i++) {
      const entry = 132 + 12 * i
      if (text(icc.subarray(entry, entry + 4), 'windows-1252') !== 'desc') continue
      const at = view.getUint32(entry + 4)
      const kind = text(icc.subarray(at, at + 4), 'windows-1252')
      // Of several languages the first is taken.
      const name =
        kind === 'mluc'
          ? text(
              icc.subarray(at + view.getUint32(at + 24), at + view.getUint32(at + 24) + view.getUint32(at + 20)),
              'utf-16be',
            )
          : text(icc.subarray(at + 12, at + 12 + view.getUint32(at + 8)), 'windows-1252')
      return name === '' ? undefined : name.slice(0, 100)
    }
  } catch {
    // The profile is shorter than its tag table says.
  }
  return undefined
}
