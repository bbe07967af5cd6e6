import type { SubjectHint } from '@platelight/sdk'
import type { Wish } from '../shots.ts'
import type { Work } from '../work/studio-operation.ts'
import {
  type Calls,
  cliCall,
  cliFlag,
  curlJson,
  curlUpload,
  sdkFields,
  sdkFile,
  sdkStart,
  shellText,
} from './shell-text.ts'

interface Call {
  /** The name of the file, which may hold anything that a file name can. */
  readonly name: string
  readonly subject?: SubjectHint | undefined
  /** The address of the server. */
  readonly server: string
}

/** One enhancement as three texts, each of which can be pasted where it belongs. */
export function sameCall({ name, wish, subject, server }: Call & { readonly wish: Wish }): Calls {
  const { formats, preset, removeBackground, upscale } = wish
  const body = { preset, formats, removeBackground, upscale, ...(subject && { subject }) }
  return {
    curl: `${curlUpload(server, name)}
${curlJson(`${server}/v1/photos/enhance`, body, { imageUrl: '$url' })}`,
    sdk: `${sdkStart(server)}
const photo = await client.photos.enhance({
  image: ${sdkFile(name)},
  preset: ${JSON.stringify(preset)},
  formats: ${JSON.stringify(formats)},
  removeBackground: ${removeBackground},
  upscale: ${upscale},${subject ? `\n  subject: ${JSON.stringify(subject)},` : ''}
})
await photo.download('original', './enhanced.${removeBackground ? 'png' : 'jpg'}')`,
    cli: cliCall(
      server,
      `enhance ${shellText(`./${name}`)} --preset ${preset} --formats ${formats.join(',')}${
        removeBackground ? ' --remove-background' : ''
      }${upscale ? '' : ' --no-upscale'}${subjectFlag(subject)}`,
    ),
  }
}

/** Another operation on one photo as three texts. */
export function operationCall({ name, work, subject, server }: Call & { readonly work: Work }): Calls {
  const { operation, options } = work
  const { noun, method, path, takesMask } = operation
  const body = { ...options, ...(subject && { subject }) }
  const flags = operation.options.flatMap(({ name: option, type, default: usual }) => {
    const value = options[option]
    const flag = option.replaceAll('_', '-')
    if (value === undefined || (type === 'boolean' && value === (usual ?? false))) return []
    return [typeof value === 'boolean' ? `--${value ? '' : 'no-'}${flag}` : cliFlag(flag, String(value))]
  })
  const fields = Object.entries(body).map(([field, value]) => [field, JSON.stringify(value)] as const)
  return {
    curl: [
      curlUpload(server, name),
      ...(takesMask ? [curlUpload(server, 'mask.png', 'MASK')] : []),
      curlJson(server + path, body, { image_url: '$url', ...(takesMask && { mask_url: '$mask' }) }),
    ].join('\n'),
    sdk: `${sdkStart(server)}
const { url: image_url } = await client.uploads.create(${sdkFile(name)})
${takesMask ? `const { url: mask_url } = await client.uploads.create(${sdkFile('mask.png')})\n` : ''}const { result_url } = await client.${noun}.${method}(${sdkFields(
      [['image_url', 'image_url'], ...(takesMask ? [['mask_url', 'mask_url'] as const] : []), ...fields],
    )})
console.log(result_url)`,
    cli: cliCall(
      server,
      [
        operation.name,
        shellText(`./${name}`),
        ...(takesMask ? ['--mask ./mask.png'] : []),
        ...flags,
        subjectFlag(subject).trim(),
      ]
        .filter(Boolean)
        .join(' '),
    ),
  }
}

/** The flag of the command line for what a photo is of. */
function subjectFlag({ box, point, strokes }: SubjectHint = {}): string {
  if (box) return ` --subject-box ${[box.x, box.y, box.width, box.height].join(',')}`
  if (point) return ` --subject-point ${point.x},${point.y}`
  return strokes ? ` --subject-strokes ${shellText(JSON.stringify(strokes))}` : ''
}
