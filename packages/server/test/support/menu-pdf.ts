/** A menu of one line as a PDF, in a font that every reader has. */
export function menuPdf(line: string): Uint8Array<ArrayBuffer> {
  const text = `BT /F1 12 Tf 20 250 Td (${line}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`)
}
