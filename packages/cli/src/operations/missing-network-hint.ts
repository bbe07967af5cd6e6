import type { ItemEvent } from '../reporting/item-events.ts'

/** What results name as their engine where no network did the work, and what a network would do better. */
const BETTER_WITH_NETWORK: Readonly<Record<string, string>> = {
  classical: 'Cut-outs are far cleaner with a network',
  lanczos: 'Enlarged photos gain real detail with a network',
}

/**
 * One sentence for each kind of work that was done without a network on the user's own machine, with the way to get one.
 * Networks are optional packages, so a fresh installation has none.
 */
export function missingNetworkHints(files: readonly Pick<ItemEvent, 'reply'>[]): string[] {
  const engines = new Set(files.map(({ reply }) => String(reply?.engine)))
  return Object.entries(BETTER_WITH_NETWORK)
    .filter(([engine]) => engines.has(engine))
    .map(
      ([, better]) => `${better}; no network is installed here. platelight server models list shows what to install.`,
    )
}
