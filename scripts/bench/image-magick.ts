import { execFileSync } from 'node:child_process'

/** ImageMagick's program for conversions, under one of the names that Debian gives it; undefined if it is missing. */
export const magick = ['/usr/bin/convert-im6', '/usr/bin/magick', '/usr/local/bin/magick'].find((path) => {
  try {
    execFileSync(path, ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** A PNG after ImageMagick's `-auto-level`; undefined without ImageMagick. */
export const autoLevelled = (png: Uint8Array): Uint8Array | undefined =>
  magick ? execFileSync(magick, ['png:-', '-auto-level', 'png:-'], { input: png, maxBuffer: 1e8 }) : undefined
