import type { Connection } from '../context/server-connection.ts'

/** The page on which credits are sold: the one that the refusal names, or the billing page of the server. */
export function creditsLink(error: unknown, { client }: Pick<Connection, 'client'>): string {
  const { upgradeUrl } = Object(error) as { upgradeUrl?: unknown }
  return typeof upgradeUrl === 'string' && upgradeUrl !== '' ? upgradeUrl : `${client.baseUrl}/dashboard/billing`
}
