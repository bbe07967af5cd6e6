import { estimateFolder } from '@platelight/sdk/node'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { type EnhanceTaskFlags, planEnhanceTask } from '../../enhance/enhance-task.ts'
import { quoteTask } from '../../enhance/folder-price.ts'
import { estimateText, showPlan } from '../../enhance/plan-report.ts'
import { unconnectedClient } from '../../folder-run/unconnected-client.ts'

/** `platelight estimate`: the cost of a run as quoted by the server. Exits with 5 if the credits are not enough. */
export async function estimate(typed: readonly string[], flags: EnhanceTaskFlags, context: Context): Promise<ExitCode> {
  const task = await planEnhanceTask(typed, flags, context, 'price')
  try {
    const { inputs, options, plan } = task
    const quote =
      plan.due === 0
        ? await estimateFolder(unconnectedClient(), inputs, options)
        : await withConnection(context, (connection) => {
            if (connection.embedded)
              context.note('The price is that of the built-in server, whose credits cost nothing.')
            return quoteTask(task, connection)
          })
    showPlan(quote, task.destination, undefined, context, estimateText)
    return quote.affordable ? EXIT.ok : EXIT.credits
  } finally {
    task.destination.dispose()
  }
}
