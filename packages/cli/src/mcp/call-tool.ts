import type { Job, Platelight } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { McpTool } from '../base/mcp-tool.ts'
import type { Connection } from '../context/server-connection.ts'
import { MCP_TOOLS } from '../generated/mcp-tools.ts'
import { type FileLink, linksIn } from './result-links.ts'
import type { RootFolder } from './root-folder.ts'
import { counted, type SessionCredits } from './session-credits.ts'

export interface ToolSurroundings {
  readonly connection: Pick<Connection, 'client' | 'embedded'>
  readonly root: RootFolder
  readonly credits: SessionCredits
  readonly signal: AbortSignal
}

/** What an assistant reads of a call: a sentence, and the reply as JSON. */
export type ToolText = readonly string[]

type Arguments = Readonly<Record<string, unknown>>

/**
 * Performs a call of an assistant, and saves what it made below the root folder.
 *
 * @throws CliError `outside_root`, `max_credits`, `unknown_tool`, and any error of the client
 */
export async function callTool(name: string, given: Arguments, around: ToolSurroundings): Promise<ToolText> {
  if (name === 'price') return priceText(given, around)
  const tool = toolNamed(name)
  const body = withFiles(tool, given, around.root)
  if (tool.isPaid) around.root.results()
  if (!tool.isPaid || around.connection.embedded) {
    const { reply, saved } = await perform(tool, given, body, around, undefined)
    return [...savedText(saved), JSON.stringify(reply)]
  }
  const price = await priceOf(tool, body, around)
  const { cost, reply, saved } = await around.credits.spend(price, (limit) => perform(tool, given, body, around, limit))
  const { spent, left } = around.credits
  const sentence = `It cost ${counted(cost)}. This session has spent ${spent} and may spend ${left} more.`
  return [...savedText(saved), sentence, JSON.stringify(reply)]
}

const savedText = (saved: readonly string[]) => (saved.length > 0 ? [`Saved ${saved.join(', ')}.`] : [])

/** The price of a call, which is not made. */
async function priceText(
  { tool: name, arguments: given = {} }: Arguments,
  around: ToolSurroundings,
): Promise<ToolText> {
  const tool = toolNamed(String(name))
  const { spent, left } = around.credits
  if (around.connection.embedded) return ['Nothing is charged on this server.']
  if (!tool.isPaid) return [`${tool.name} costs nothing.`]
  const price = await priceOf(tool, withFiles(tool, given as Arguments, around.root), around)
  return [`This would cost ${counted(price)}. This session has spent ${spent} and may spend ${left} more.`]
}

async function priceOf({ path }: McpTool, body: Arguments, { connection, signal }: ToolSurroundings): Promise<number> {
  const { credits } = await connection.client.service.estimate({ path, body: body as never }, { signal })
  return credits
}

async function perform(
  tool: McpTool,
  given: Arguments,
  body: Arguments,
  { connection: { client }, root, signal }: ToolSurroundings,
  maxCredits: number | undefined,
) {
  const [group = '', method = ''] = tool.call.split('.')
  const methods = client[group as 'images'] as unknown as Readonly<Record<string, (...input: unknown[]) => unknown>>
  const options = { signal, ...(maxCredits !== undefined && { maxCredits }) }
  const input = tool.method === 'GET' ? [options] : [body, options]
  const first = await methods[method]?.(...input)
  const reply = isJob(first) ? await first.wait({ signal, cancelOnAbort: true }) : first
  const { credits_used, creditsUsed = credits_used } = Object(reply)
  return { cost: Number(creditsUsed ?? 0), reply, saved: await save(client, linksIn(reply), tool, given, root, signal) }
}

const isJob = (value: unknown): value is Job => typeof (value as Partial<Job> | null)?.wait === 'function'

/** Saves the files of a reply, named for the picture that they were made of and for what was done. */
async function save(
  client: Platelight,
  links: readonly FileLink[],
  tool: McpTool,
  given: Arguments,
  root: RootFolder,
  signal: AbortSignal,
): Promise<string[]> {
  const [picture] = tool.pictures.flatMap((field) => given[field] ?? [])
  const source = String(picture ?? 'platelight')
    .replace(/[?#].*/, '')
    .replace(/.*[\\/]/, '')
    .replace(/\.\w+$/, '')
  const saved: string[] = []
  for (const { url, name } of links) {
    const extension = /\.(\w{2,5})$/.exec(new URL(url).pathname)?.[1] ?? 'bin'
    const done = tool.call.split('.')[1] ?? ''
    const path = root.result([source, done, name].filter(Boolean).join('-'), extension)
    await client.images.download(url, path, { signal })
    saved.push(root.shown(path))
  }
  return saved
}

function toolNamed(name: string): McpTool {
  const tool = MCP_TOOLS.find((one) => one.name === name)
  if (tool) return tool
  throw new CliError(`There is no tool ${name}.`, EXIT.usage, 'unknown_tool')
}

/** The arguments with their pictures as files below the root folder, or as addresses. */
function withFiles({ pictures, isForm }: McpTool, given: Arguments, root: RootFolder): Arguments {
  const one = (value: unknown) => {
    if (typeof value !== 'string') return value
    const isAddress = /^https?:$/.test(parseUrl(value)?.protocol ?? '')
    if (!isAddress) return { path: root.picture(value) }
    // Forms are sent from this machine, which may reach what an assistant should not.
    if (isForm) throw new CliError(`Save ${value} below ${root.path} first.`, EXIT.usage, 'outside_root')
    return value
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      pictures.includes(name) ? (Array.isArray(value) ? value.map(one) : one(value)) : value,
    ]),
  )
}
