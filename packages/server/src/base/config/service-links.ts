import type { Environment } from './setting-readers.ts'

/**
 * The variables that Kubernetes puts into every container for each Service of the namespace. Those of a Service named `platelight`,
 * or `platelight-` and more, look like settings, and one of them is `PLATELIGHT_PORT=tcp://10.0.0.5:8787`.
 */
const NAME = /_(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
const isPortLink = (name: string, value: string | undefined) =>
  name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value ?? '')

/** An environment without them. They are never settings. */
export const withoutServiceLinks = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => !NAME.test(name) && !isPortLink(name, value)))
