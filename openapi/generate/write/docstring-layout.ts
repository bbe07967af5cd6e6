/**
 * Comments of generated types as an editor should show them: the sentence as text and in the first place, and nothing that
 * the type says already. openapi-typescript writes it as a tag, after the format.
 */
export const asDocstrings = (types: string): string =>
  types.replace(/( *)\/\*\*([\s\S]*?)\*\/\n/g, (_, indent: string, inside: string) => {
    const lines = inside
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
      .map((line, place) => (place === 0 ? line.trim() : line))
      .filter((line) => line !== '' && !/^(Format: |@enum |@constant$)/.test(line))
      .map((line) => line.replace('@description ', ''))
    if (lines.length === 0) return ''
    if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
    return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
  })
