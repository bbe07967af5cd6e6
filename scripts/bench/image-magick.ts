import { missing, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'

export const hasMagick = missing('ImageMagick') === undefined

/** A PNG after ImageMagick's `-auto-level`; undefined without ImageMagick. */
export const autoLevelled = (png: Uint8Array): Uint8Array | undefined =>
  hasMagick ? runProgram('ImageMagick', ['png:-', '-auto-level', 'png:-'], { input: png }) : undefined
