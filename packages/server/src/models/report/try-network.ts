import type { ModelSettings } from '../model-settings.ts'
import { loadRuntime } from '../thread/onnx-runtime.ts'
import { openNetwork } from '../thread/open-network.ts'

/** What a run of a cut-out network on a drawn picture shows. */
export type TriedNetwork =
  | {
      readonly family: string
      /** Of the squares that it takes. */
      readonly side: number
      /** Of the processor, for loading and one run. */
      readonly seconds: number
      /** Of this process at its peak. */
      readonly memory_mb: number
    }
  | { readonly problem: string }

/**
 * Opens a file and runs it once as a cut-out network. For a process of its own, whose memory is measured.
 *
 * @param name of the file that it was, which may tell its family
 */
export async function tryNetwork(
  settings: ModelSettings,
  path: string,
  name: string,
  family: string | undefined,
): Promise<TriedNetwork> {
  const begin = process.cpuUsage()
  try {
    const opening = { use: 'cutout', where: name, family } as const
    const network = await openNetwork(path, opening, loadRuntime(settings), settings.threads)
    const problem = await network.check()
    if (problem !== undefined || network.family === undefined) return { problem: problem ?? 'it has no input' }
    const { user, system } = process.cpuUsage(begin)
    return {
      family: network.family,
      side: network.side ?? 0,
      seconds: (user + system) / 1e6,
      memory_mb: Math.round(process.resourceUsage().maxRSS / 1000),
    }
  } catch (error) {
    const { message } = error as Error
    // The runtime names the temporary file.
    if (/protobuf parsing failed/i.test(message)) return { problem: 'it is no ONNX file, or a part of one' }
    return { problem: message.replace(/\.$/, '') }
  }
}
