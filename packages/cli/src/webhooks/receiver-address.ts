import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'

/** Parses the URL of a receiver; `localhost:3000/hooks` is valid too. @throws CliError if the service could not use it */
export function receiverAddress(typed: string, flag: string): URL {
  const address = typed.includes('://') ? typed : `http://${typed}`
  const url = parseUrl(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError(`${flag} ${typed} must be an http(s) address, such as http://localhost:3000/hooks/photos.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new CliError(`${flag} must not contain a name or password; the service refuses such addresses.`)
  }
  return url
}
