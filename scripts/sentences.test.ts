import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const patterns = ['packages/*/src/*.ts', 'openapi/*.yaml', '*.md', '.changeset/*.md']
const files = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')

/** A name of the program without the marks of code, as a careless renaming leaves it in a sentence: "where secrets are isStored". */
const strayName = (text: string): string | undefined =>
  /\w+,? (?:is|has|was|are|can|should|did|does)[A-Z][a-z]+[,.;]?(?=$| \w|['"`])/m.exec(
    text.replaceAll(/`[^`\n]*`|@(?:param|example) .*/g, ''),
  )?.[0]

/** What people read of a file: the texts of several words and the comments of a program, anything else as it stands. */
function readableTexts(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  if (!file.endsWith('.ts')) return [source.replaceAll(/^```[\s\S]*?^```$/gm, '')]
  if (strayName(source) === undefined) return []
  const texts = [...source.matchAll(/^\s*(?:\/\/|\/?\*).*$/gm)].map(([line]) => line)
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      if (/\s\S+\s/.test(node.text)) texts.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
  return texts
}

test('no sentence that people read holds a name of the program', () => {
  expect(files.length).toBeGreaterThan(1000)
  const stray = files.flatMap((file) => {
    const names = readableTexts(file).flatMap((text) => strayName(text) ?? [])
    return names.map((name) => `${file}: ${name}`)
  })
  expect(stray).toEqual([])
  expect(strayName('keep it where secrets are isStored')).toBe('are isStored')
})
