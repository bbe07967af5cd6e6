import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { root } from '../child-process.ts'
import { CLIENT_ROWS } from './client-rows.ts'
import { WEIGHT_ROWS, weigh } from './client-weights.ts'

const README = join(root, 'packages', 'sdk', 'README.md')
const START = '<!-- npm run bench -- sdk --write -->'
const END = '<!-- /npm run bench -->'

export const TABLE_ROWS: readonly string[] = [...CLIENT_ROWS.map(({ name }) => name), ...WEIGHT_ROWS]

/**
 * `npm run bench -- sdk [--write]`: our client beside those of other services, on the same replies of a local server.
 */
export async function clients(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { write: { type: 'boolean' } } })
  const names = await contestants()
  const columns: string[][] = []
  for (const name of names) {
    console.error(`${name} …`)
    columns.push([...(await behaviourOf(name)), ...(await weigh(name))])
  }
  const table = [
    ['', ...names.map(titleOf)],
    ['---', ...names.map(() => '---')],
    ...TABLE_ROWS.map((row, index) => [row, ...columns.map((cells) => cells[index] ?? '')]),
  ].map((cells) => `| ${cells.join(' | ')} |`)
  const text = table.join('\n')
  console.log(text)
  if (values.write) writeFileSync(README, replaced(readFileSync(README, 'utf8'), text))
}

/** The names of the clients, ours first. */
export async function contestants(): Promise<string[]> {
  return Object.keys((await import(new URL('./contestants.mjs', import.meta.url).href)).CONTESTANTS)
}

/** The table that the README of the SDK shows. */
export function tableIn(readme: string): string {
  const [, after] = readme.split(START)
  const [table, ...rest] = after?.split(END) ?? []
  if (table === undefined || rest.length === 0) throw new Error(`The README of the SDK has no ${START} … ${END}.`)
  return table.trim()
}

const replaced = (readme: string, table: string): string =>
  readme.replace(`${START}\n${tableIn(readme)}\n${END}`, () => `${START}\n${table}\n${END}`)

/** Each in a process of its own, which no proxy and no setting of an account reaches. */
async function behaviourOf(name: string): Promise<string[]> {
  const script = join(root, 'scripts', 'bench', 'clients', 'client-process.ts')
  const { PATH = '' } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, name], {
    cwd: root,
    env: { PATH },
  })
  return JSON.parse(stdout)
}

/** A client and its version. Of ours it is the one that this page belongs to. */
export function titleOf(name: string): string {
  const file = join(root, 'node_modules', name, 'package.json')
  return name === '@platelight/sdk' ? name : `${name} ${JSON.parse(readFileSync(file, 'utf8')).version}`
}
