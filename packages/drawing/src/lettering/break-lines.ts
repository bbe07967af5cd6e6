/**
 * Breaks a text into lines between its words. A word that is wider than a line is a line of its own.
 *
 * @param measure the width of a line
 */
export function breakLines(text: string, maxWidth: number, measure: (line: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/\s+/).filter((one) => one !== '')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || measure(longer) <= maxWidth) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return line === '' ? lines : [...lines, line]
  })
}
