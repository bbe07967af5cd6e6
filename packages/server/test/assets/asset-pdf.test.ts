import { createCanvas } from '@napi-rs/canvas'
import { needs, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { ASSET_TYPES } from '@platelight/typesetting/asset-request.ts'
import { layoutAsset } from '@platelight/typesetting/layout/layout-asset.ts'
import { paintPdf } from '@platelight/typesetting/paint/paint-pdf.ts'
import { expect, test } from 'vitest'
import { assetFonts } from '../../src/operations/assets/asset-fonts.ts'
import { PICTURES, SCRIPTS, textsOf } from './asset-copies.ts'

const book = assetFonts()
const canvas = createCanvas(300, 200)

/** What a reader says that the page reads, without line breaks and marks of direction. */
const readBy = (pdf: Buffer): string =>
  runProgram('pdftotext', ['-enc', 'UTF-8', 'asset.pdf', '-'], { files: { 'asset.pdf': pdf } })
    .toString('utf8')
    .replace(/[\u200e\u200f\u202a-\u202e\f]/g, '')

test('the text of the PDF is exactly what was given, in twelve scripts', needs('pdftotext'), () => {
  for (const [script, copy] of Object.entries(SCRIPTS)) {
    for (const type of ASSET_TYPES) {
      const pictures = type === 'flyer' ? PICTURES['one that is not sure']! : []
      const given = type === 'banner' ? { ...copy, items: [] } : copy
      const laid = layoutAsset({ type, preset: 'daily_special', copy: given, pictures, colors: [] }, book)
      if (!laid.ok) throw new Error(`${script} ${type}: ${laid.reason}`)
      const pdf = paintPdf(laid.list, { pictures: [canvas], cutOuts: new Map() }, { book, metadata: '<x/>' })
      const read = readBy(pdf).replace(/\s+/g, '')
      for (const [field, text] of textsOf(given))
        expect(read, `${field} of a ${type} in ${script}`).toContain(text.replace(/\s+/g, ''))
      expect(pdf.includes('/TrimBox')).toBe(true)
    }
  }
})
