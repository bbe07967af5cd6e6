import { CliError } from '../base/cli-errors.ts'

/** The address of a receiver; `localhost:3000/hooks` is one too. @throws CliError where the service could not send there. */
export function receiverAddress(given: string, flag: string): URL {
  const typed = given.includes('://') ? given : `http://${given}`
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError(`${flag} ${given} must be an http(s) address, such as http://localhost:3000/hooks/photos.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new CliError(`${flag} must not contain a name or password; the service refuses such addresses.`)
  }
  return url
}
