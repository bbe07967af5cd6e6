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
  const blocks = blocksOf(section)
  if (blocks.length < 8)
    throw new Error(`README.md has ${blocks.length} blocks in its first hour; are they written otherwise?`)
  return blocks.map(({ language, body, notes }) => {
    if (language === 'ts') return fileOf(body)
    if (language === 'sh') return { kind: 'commands', commands: body, ...expectedIn(notes) }
    throw new Error(`README.md has a block of "${language}" in its first hour; nobody checks those.`)
  })
}

/** A block of a page for operators. */
export interface PageStep extends Extract<Step, { kind: 'commands' }> {
  /** The heading above it. */
  readonly section: string
  /** Why it cannot be typed here: it names a program or a machine. */
  readonly notTyped: string | undefined
  /** What the test does before it, by its name, such as a fault that it causes. */
  readonly happens: readonly string[]
  /** What the test looks at after it, by its name. */
  readonly proves: readonly string[]
}

/** The shell blocks of a page for operators, in order. @throws Error when a block could be taken for one, and is not */
export function pageStepsOf(markdown: string): PageStep[] {
  return markdown.split(/^(?=#+ )/m).flatMap((part) => {
    const section = /^#+ (.*)/.exec(part)?.[1] ?? ''
    return blocksOf(part).flatMap(({ language, body, notes }): PageStep[] => {
      if (['yaml', 'ini', 'json'].includes(language)) return []
      if (language !== 'sh')
        throw new Error(`A block of "${language}" below "${section}" is neither typed nor known:\n${body}`)
      const [notTyped] = saidIn(notes, 'not typed')
      const [happens, proves] = [saidIn(notes, 'happens'), saidIn(notes, 'proves')]
      return [{ kind: 'commands', commands: body, section, notTyped, happens, proves, ...expectedIn(notes) }]
    })
  })
}

const blocksOf = (markdown: string) =>
  [...markdown.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```\n((?:\s*<!--[^>]*-->\n)*)/gm)].map(
    ([, language = '', body = '', notes = '']) => ({ language, body, notes }),
  )

function fileOf(code: string): Step {
  const name = /^\/\/ ([\w.-]+\.ts)\n/.exec(code)?.[1]
  if (name === undefined) throw new Error(`A ts block of the README does not begin with "// name.ts":\n${code}`)
  return { kind: 'file', name, code }
}

const saidIn = (notes: string, word: string): string[] =>
  [...notes.matchAll(new RegExp(`<!-- ${word}: (.*?) -->`, 'g'))].map(([, what = '']) => what)

const expectedIn = (notes: string) => ({
  prints: saidIn(notes, 'prints'),
  writes: saidIn(notes, 'writes').flatMap((files) => files.split(' ')),
  exits: Number(saidIn(notes, 'exits')[0] ?? 0),
  stays: saidIn(notes, 'stays')[0],
  elsewhere: saidIn(notes, 'elsewhere'),
})
