/** A text that a shell takes as it is. */
export const shellText = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A form field with a file for curl, which reads commas and semicolons in a name as the end of it, unless it is in quotes. */
export const curlFile = (field: string, name: string) =>
  `-F ${shellText(`${field}=@"${name.replaceAll(/["\\]/g, '\\$&')}"`)}`

/** The header with the key. */
export const CURL_KEY = '-H "Authorization: Bearer $PLATELIGHT_API_KEY"'

/** Puts the address of an uploaded file into a variable. */
export const curlUpload = (server: string, name: string, variable = 'URL') =>
  `${variable}=$(curl -s ${server}/api/mobile/uploads ${CURL_KEY} \\\n  ${curlFile('image', name)} | jq -r .url)`

/** Sends a JSON body with fields that jq makes of variables of the shell: `$url` is `$URL` there. */
export const curlJson = (address: string, body: object, added: Readonly<Record<string, string>>) => {
  const variables = [
    ...new Set(
      Object.values(added)
        .join(' ')
        .match(/(?<=\$)\w+/g),
    ),
  ]
  const args = variables.map((name) => `--arg ${name} "$${name.toUpperCase()}"`)
  const fields = Object.entries(added).map(([field, value]) => `${field}: ${value}`)
  return `curl ${address} ${CURL_KEY} \\
  -H 'Content-Type: application/json' \\
  -d "$(jq -n ${args.join(' ')} ${shellText(`${JSON.stringify(body)} + {${fields.join(', ')}}`)})"`
}

/** The beginning of a program. */
export const sdkStart = (server: string) => `import { Platelight } from '@platelight/sdk'

const client = new Platelight({ baseUrl: ${JSON.stringify(server)} })`

export const sdkFile = (name: string) => `{ path: ${JSON.stringify(`./${name}`)} }`

/** A call with its fields, a line each. */
export const sdkFields = (fields: readonly (readonly [name: string, value: string])[]) =>
  `{${fields.map(([name, value]) => `\n  ${name === value ? name : `${name}: ${value}`},`).join('')}\n}`

/** A call of the command line. */
export const cliCall = (server: string, command: string) =>
  `export PLATELIGHT_BASE_URL=${server}\nplatelight ${command}`

/** A flag with its value. One that begins with a hyphen would be taken for a flag. */
export const cliFlag = (flag: string, value: string) => {
  const text = /^[\w.,:-]+$/.test(value) ? value : shellText(value)
  return value.startsWith('-') ? `--${flag}=${text}` : `--${flag} ${text}`
}

/** What somebody can paste into a terminal or a program. */
export interface Calls {
  readonly curl: string
  readonly sdk: string
  readonly cli: string
}
