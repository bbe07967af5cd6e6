/**
 * The dishes of a CSV file whose first line names its columns. A field with a comma stands in quotes.
 *
 * @param {string} text
 */
export function readPrices(text) {
  const [names = [], ...rows] = text.split(/\r?\n/).filter(Boolean).map(fieldsOf)
  return rows.map((row) => {
    /** @param {string} name */
    const at = (name) => row[names.indexOf(name)] ?? ''
    return {
      photo: at('photo'),
      name: at('name'),
      description: at('description'),
      price: at('price'),
      section: at('section'),
    }
  })
}

/** @param {string} line */
const fieldsOf = (line) =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
