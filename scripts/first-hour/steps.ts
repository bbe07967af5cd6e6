/** A file to save, or commands to type with their expected effects. */
export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly code: string }
  | {
      readonly kind: 'commands'
      readonly commands: string
      readonly prints: readonly string[]
      readonly writes: readonly string[]
      readonly exits: number
      /** What it prints when it is ready, if it keeps running. */
      readonly stays: string | undefined
      /** What one of the running programs prints because of it. */
      readonly elsewhere: readonly string[]
    }

const HEADING = '\n## The first hour\n'

/** The blocks of the README's first hour, in order. @throws Error when a block would be skipped */
export function stepsOf(readme: string): Step[] {
  const start = readme.indexOf(HEADING)
  if (start === -1) throw new Error(`README.md has no heading "${HEADING.trim()}".`)
  const section = readme.slice(start + HEADING.length).split(/^## /m)[0] ?? ''
  const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```\n((?:\s*<!--[^>]*-->\n)*)/gm)]
  if (blocks.length < 8)
    throw new Error(`README.md has ${blocks.length} blocks in its first hour; are they written otherwise?`)
  return blocks.map(([, language, body = '', notes = '']) => {
    if (language === 'ts') return fileOf(body)
    if (language === 'sh') return { kind: 'commands', commands: body, ...expectedIn(notes) }
    throw new Error(`README.md has a block of "${language}" in its first hour; nobody checks those.`)
  })
}

function fileOf(code: string): Step {
  const name = /^\/\/ ([\w.-]+\.ts)\n/.exec(code)?.[1]
  if (name === undefined) throw new Error(`A ts block of the README does not begin with "// name.ts":\n${code}`)
  return { kind: 'file', name, code }
}

function expectedIn(notes: string) {
  const said = (word: string) =>
    [...notes.matchAll(new RegExp(`<!-- ${word}: (.*?) -->`, 'g'))].map(([, what = '']) => what)
  return {
    prints: said('prints'),
    writes: said('writes').flatMap((files) => files.split(' ')),
    exits: Number(said('exits')[0] ?? 0),
    stays: said('stays')[0],
    elsewhere: said('elsewhere'),
  }
}
