import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { onInterrupt } from '../base/interrupts.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { createRootFolder } from '../mcp/root-folder.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { createSessionCredits } from '../mcp/session-credits.ts'

export interface McpFlags {
  readonly root: string
  readonly maxCredits: number
}

/** Serves the operations as tools for an assistant, over standard input and output. */
export async function mcp({ root, maxCredits }: McpFlags, context: Context): Promise<ExitCode> {
  const folder = createRootFolder(root)
  const credits = createSessionCredits(maxCredits)
  const interrupts = onInterrupt(() => undefined)
  try {
    await withConnection(context, (connection) => {
      const price = connection.embedded ? 'nothing is charged' : `at most ${maxCredits} credits`
      context.note(`Tools for assistants on ${folder.path}, ${price}. Ends with standard input.`)
      return serveMcp(context.environment, { connection, root: folder, credits }, interrupts.finish)
    })
  } finally {
    interrupts.release()
  }
  return EXIT.ok
}
