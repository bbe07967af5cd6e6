import { resolve } from 'node:path'

/** A name, as of an added network, and not a path: `none`, `birefnet-general`. */
const NAME = /^[a-z0-9][\w.-]*$/i
/** A family before a path; a single letter is a disk of Windows. */
const WITH_FAMILY = /^([a-z][\w.-]+):(.+)$/i

/**
 * How a setting names a network of the operator, with an absolute path.
 *
 * @param given a path; with `mayBeNamed` also `family:path`, or the name of an added network
 * @example ownNetwork('birefnet:net.onnx', true) // 'birefnet:/srv/platelight/net.onnx'
 */
export function ownNetwork(given: string, mayBeNamed: boolean): string {
  if (given === 'none' || (mayBeNamed && NAME.test(given) && !/\.onnx$/i.test(given))) return given
  const { family, path } = readOwnNetwork(given)
  return mayBeNamed && family !== undefined ? `${family}:${resolve(path)}` : resolve(given)
}

/** The parts of what {@link ownNetwork} returned: a path with its family if that was said, or a name. */
export function readOwnNetwork(own: string): {
  readonly family?: string
  readonly path: string
  readonly isName: boolean
} {
  const [, family, path] = WITH_FAMILY.exec(own) ?? []
  if (family !== undefined && path !== undefined) return { family, path, isName: false }
  return { path: own, isName: NAME.test(own) }
}
