import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { InsufficientCreditsError, PlatelightError } from '@platelight/sdk'
import { version } from '../../package.json'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { errorRecordOf, isExpected } from '../base/cli-errors.ts'
import { MCP_TOOLS } from '../generated/mcp-tools.ts'
import { callTool, type ToolSurroundings } from './call-tool.ts'

const PRICE = {
  name: 'price',
  title: 'The price of a call',
  description:
    'Returns what a call of another tool would cost in credits, without making it. Ask before anything that costs.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      tool: { type: 'string', enum: MCP_TOOLS.filter(({ isPaid }) => isPaid).map(({ name }) => name) },
      arguments: { type: 'object', description: 'The arguments of that call.' },
    },
    required: ['tool'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

/** Serves the tools over standard input and output until the assistant closes them, or the signal ends it. */
export async function serveMcp(
  { stdin, stdout }: Pick<CliEnvironment, 'stdin' | 'stdout'>,
  surroundings: Omit<ToolSurroundings, 'signal'>,
  stop: AbortSignal,
): Promise<void> {
  const { root } = surroundings
  const instructions = `Food photos in ${root.path}. Give paths relative to that folder; results are saved in its folder results. Tools that cost credits say so; the tool price says how much a call would cost.`
  const server = new Server({ name: 'platelight', version }, { capabilities: { tools: {} }, instructions })

  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [
      PRICE,
      ...MCP_TOOLS.map(({ name, title, description, input, isPaid, method }) => ({
        name,
        title,
        description: `${title}. ${description}`,
        inputSchema: { ...input, required: [...(input.required ?? [])] },
        annotations: { title, readOnlyHint: method === 'GET' || !isPaid, destructiveHint: false, openWorldHint: true },
      })),
    ],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      const texts = await callTool(params.name, params.arguments ?? {}, { ...surroundings, signal })
      return { content: texts.map((text) => ({ type: 'text' as const, text })) }
    } catch (error) {
      return { isError: true, content: [{ type: 'text' as const, text: failureText(error) }] }
    }
  })

  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    stdin.once('end', resolve)
    stdin.once('close', resolve)
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.connect(new StdioServerTransport(stdin as never, stdout as never))
  await closed
  await server.close()
}

/** The code of a failure with its reason and the way out. */
function failureText(error: unknown): string {
  const { code, message } = errorRecordOf(error)
  const where =
    error instanceof InsufficientCreditsError && error.upgradeUrl ? ` More credits: ${error.upgradeUrl}` : ''
  const unexpected = isExpected(error) || error instanceof PlatelightError ? '' : 'This is a bug of platelight mcp. '
  return `${unexpected}${code}: ${message}${where}`
}
