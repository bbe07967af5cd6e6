import type { ItemEvent } from '../reporting/item-events.ts'

/** Engines that work without a network, as named in replies, and what a network improves. */
const BETTER_WITH_NETWORK: Readonly<Record<string, string>> = {
  classical: 'Cut-outs are far cleaner with a network',
  lanczos: 'Enlarged photos gain real detail with a network',
}

/**
 * One hint for each kind of work that the built-in server did without a network, with how to install one. Networks are
 * optional packages, so a new installation has none.
 */
export function missingNetworkHints(files: readonly Pick<ItemEvent, 'reply'>[]): string[] {
  const engines = new Set(files.map(({ reply }) => String(reply?.engine)))
  return Object.entries(BETTER_WITH_NETWORK)
    .filter(([engine]) => engines.has(engine))
    .map(
      ([, better]) => `${better}; no network is installed here. platelight server models list shows what to install.`,
    )
}
