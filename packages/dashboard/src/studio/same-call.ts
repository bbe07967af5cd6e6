import type { SubjectHint } from '@platelight/sdk'
import type { Wish } from './shots.ts'

interface Call {
  /** The name of the file, which may hold anything that a file name can. */
  readonly name: string
  readonly wish: Wish
  readonly subject?: SubjectHint | undefined
  /** The address of the server. */
  readonly server: string
}

/** One enhancement as three texts, each of which can be pasted where it belongs. */
export function sameCall({ name, wish: { formats, preset, removeBackground, upscale }, subject, server }: Call) {
  const body = { preset, formats, removeBackground, upscale, ...(subject && { subject }) }
  const key = '-H "Authorization: Bearer $PLATELIGHT_API_KEY"'
  return {
    curl: `URL=$(curl -s ${server}/api/mobile/uploads ${key} \\
  -F ${shellText(`image=@${curlFile(name)}`)} | jq -r .url)
curl ${server}/v1/photos/enhance ${key} \\
  -H 'Content-Type: application/json' \\
  -d "$(jq -n --arg url "$URL" '${JSON.stringify(body)} + {imageUrl: $url}')"`,
    sdk: `import { Platelight } from '@platelight/sdk'

const client = new Platelight({ baseUrl: ${JSON.stringify(server)} })
const photo = await client.photos.enhance({
  image: { path: ${JSON.stringify(`./${name}`)} },
  preset: ${JSON.stringify(preset)},
  formats: ${JSON.stringify(formats)},
  removeBackground: ${removeBackground},
  upscale: ${upscale},${subject ? `\n  subject: ${JSON.stringify(subject)},` : ''}
})
await photo.download('original', './enhanced.${removeBackground ? 'png' : 'jpg'}')`,
    cli: `export PLATELIGHT_BASE_URL=${server}
platelight enhance ${shellText(`./${name}`)} --preset ${preset} --formats ${formats.join(',')}${
      removeBackground ? ' --remove-background' : ''
    }${upscale ? '' : ' --no-upscale'}${subjectFlag(subject)}`,
  }
}

/** The flag of the command line for what a photo is of. */
function subjectFlag({ box, point, strokes }: SubjectHint = {}): string {
  if (box) return ` --subject-box ${[box.x, box.y, box.width, box.height].join(',')}`
  if (point) return ` --subject-point ${point.x},${point.y}`
  return strokes ? ` --subject-strokes ${shellText(JSON.stringify(strokes))}` : ''
}

/** A text that a shell takes as it is. */
const shellText = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** curl reads commas and semicolons in a file name as the end of it, unless it is in quotes. */
const curlFile = (name: string) => `"${name.replaceAll(/["\\]/g, '\\$&')}"`
