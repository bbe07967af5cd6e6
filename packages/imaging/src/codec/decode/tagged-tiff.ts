/** The shape of samples whose colours are described by a profile. */
export interface TaggedShape {
  readonly width: number
  readonly height: number
  /** RGB, or RGB with straight alpha. */
  readonly channels: 3 | 4
  /** Bits a sample; samples of 16 bits are little-endian. */
  readonly bits: 8 | 16
  readonly profile?: Uint8Array
  /** RGB by default. Lab has 16 bits, and its two colour axes are signed. */
  readonly space?: 'rgb' | 'lab'
}

const NO_PROFILE = new Uint8Array()

/** Rows of a strip; libvips reads one strip at a time. */
const STRIP_ROWS = 64

/**
 * An uncompressed TIFF with room for samples. libvips takes raw samples together with a profile only as a file, and
 * samples that are written into this file need no further copy.
 *
 * @returns the whole file, and the part of it that the samples are written to
 * @example const { file, samples } = taggedTiff({ width, height, channels: 3, bits: 8, profile }); samples.set(rgb)
 */
export const taggedTiff = (shape: TaggedShape): { file: Uint8Array; samples: Uint8Array } => {
  const { width, height, channels, bits, profile = NO_PROFILE, space = 'rgb' } = shape
  const rowBytes = (width * channels * bits) / 8
  const strips = Math.ceil(height / STRIP_ROWS)
  const entries = 10 + (channels === 4 ? 1 : 0) + (profile.length > 0 ? 1 : 0)
  const depthAt = 8 + 2 + 12 * entries + 4
  const offsetsAt = depthAt + 8
  const countsAt = offsetsAt + 4 * strips
  const profileAt = countsAt + 4 * strips
  const start = (profileAt + profile.length + 3) & ~3
  const file = new Uint8Array(start + rowBytes * height)
  const view = new DataView(file.buffer)

  file.set([0x49, 0x49, 42, 0, 8, 0, 0, 0, entries, 0])
  let at = 10
  const tag = (id: number, type: 3 | 4 | 7, count: number, value: number) => {
    view.setUint16(at, id, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, count, true)
    view.setUint32(at + 8, value, true)
    at += 12
  }
  const one = strips === 1
  tag(256, 4, 1, width)
  tag(257, 4, 1, height)
  tag(258, 3, channels, depthAt)
  tag(259, 3, 1, 1)
  tag(262, 3, 1, space === 'lab' ? 8 : 2)
  tag(273, 4, strips, one ? start : offsetsAt)
  tag(277, 3, 1, channels)
  tag(278, 4, 1, STRIP_ROWS)
  tag(279, 4, strips, one ? rowBytes * height : countsAt)
  tag(284, 3, 1, 1)
  if (channels === 4) tag(338, 3, 1, 2)
  if (profile.length > 0) tag(34675, 7, profile.length, profileAt)

  for (let i = 0; i < channels; i++) view.setUint16(depthAt + 2 * i, bits, true)
  for (let i = 0; i < strips; i++) {
    view.setUint32(offsetsAt + 4 * i, start + i * STRIP_ROWS * rowBytes, true)
    view.setUint32(countsAt + 4 * i, Math.min(STRIP_ROWS, height - i * STRIP_ROWS) * rowBytes, true)
  }
  file.set(profile, profileAt)
  return { file, samples: file.subarray(start) }
}
