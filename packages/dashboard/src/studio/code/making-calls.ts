import type { AssetParams, ReelParams } from '@platelight/sdk'
import {
  type Calls,
  CURL_KEY,
  cliCall,
  cliFlag,
  curlFile,
  curlJson,
  curlUpload,
  sdkFields,
  sdkFile,
  sdkStart,
  shellText,
} from './shell-text.ts'

interface Where {
  /** The address of the server. */
  readonly server: string
}

const quoted = (value: string) => JSON.stringify(value)
const cliFiles = (names: readonly string[]) => names.map((name) => shellText(`./${name}`))

/** The check of one photo for one platform. */
export function checkCall({
  name,
  platform,
  server,
}: Where & { readonly name: string; readonly platform: string }): Calls {
  return {
    curl: `${curlUpload(server, name)}
${curlJson(`${server}/api/platforms/check`, { platforms: [platform] }, { image_urls: '[$url]' })}`,
    sdk: `${sdkStart(server)}
const { url } = await client.uploads.create(${sdkFile(name)})
const { items } = await client.exports.check({ image_urls: [url], platforms: [${quoted(platform)}] })
console.log(items[0]?.verdicts?.[0]?.verdict)`,
    cli: cliCall(server, `check ${cliFiles([name]).join(' ')} --platform ${platform} --warnings`),
  }
}

interface Set extends Where {
  readonly names: readonly string[]
  /** Place of the photo that the others should be like; undefined for their average. */
  readonly reference: number | undefined
}

/** The photos of a menu made alike. */
export function matchCall({ names, reference, server }: Set): Calls {
  const urls = names.map((name, index) => curlUpload(server, name, `URL${index + 1}`)).join('\n')
  const like = reference === undefined ? undefined : names[reference]
  const body = {
    image_urls: `[${names.map((_, index) => `$url${index + 1}`).join(', ')}]`,
    ...(reference !== undefined && { reference_url: `$url${reference + 1}` }),
  }
  return {
    curl: `${urls}\n${curlJson(`${server}/api/menu-consistency`, {}, body)}`,
    sdk: `${sdkStart(server)}
const image_urls = []
for (const path of ${JSON.stringify(names.map((name) => `./${name}`))}) {
  image_urls.push((await client.uploads.create({ path })).url)
}
const { images } = await client.images.menuConsistency({ image_urls${
      reference === undefined ? '' : `, reference_url: image_urls[${reference}]`
    } })
console.log(images.map(({ url }) => url))`,
    cli: cliCall(
      server,
      `match ${cliFiles(names).join(' ')}${like === undefined ? '' : ` --reference ${shellText(`./${like}`)}`}`,
    ),
  }
}

/** The words and values of a form, without what is empty. */
type Words = readonly (readonly [field: string, value: string])[]

const filled = (fields: object): Words =>
  Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')

const curlForm = (address: string, files: readonly (readonly [field: string, name: string])[], words: Words) =>
  [
    `curl ${address} ${CURL_KEY}`,
    ...files.map(([field, name]) => `  ${curlFile(field, name)}`),
    // Unlike -F, it takes a text that begins with @ or < as text.
    ...words.map(([field, value]) => `  --form-string ${shellText(`${field}=${value}`)}`),
  ].join(' \\\n')

const ASSET_FLAGS: Readonly<Record<string, string>> = {
  headline: 'headline',
  offer: 'offer',
  business_name: 'name',
  preset: 'preset',
  prompt: 'style',
  resolution: 'resolution',
}

/** A menu, flyer, post, poster or banner. */
export function assetCall({
  names,
  form,
  server,
}: Where & { readonly names: readonly string[]; readonly form: AssetParams }): Calls {
  const words = filled(form)
  const text = form.source_text
  const flags = words.flatMap(([field, value]) => (ASSET_FLAGS[field] ? [cliFlag(ASSET_FLAGS[field], value)] : []))
  const command = [String(form.asset_type), ...cliFiles(names), ...flags, ...(text ? ['--text ./menu.txt'] : [])].join(
    ' ',
  )
  return {
    curl: curlForm(
      `${server}/api/mobile/assets`,
      names.map((name) => ['reference_images', name]),
      words,
    ),
    sdk: `${sdkStart(server)}
const { files } = await client.assets.create(${sdkFields([
      ...words.map(([field, value]) => [field, quoted(value)] as const),
      ...(names.length > 0 ? [['reference_images', `[${names.map(sdkFile).join(', ')}]`] as const] : []),
    ])})
console.log(files)`,
    cli: text
      ? cliCall(server, command).replace('\n', `\nprintf '%s\\n' ${shellText(text)} > menu.txt\n`)
      : cliCall(server, command),
  }
}

const REEL_FLAGS: Readonly<Record<string, string>> = {
  motion: 'motion',
  motion_details: 'details',
  duration: 'duration',
  aspect: 'aspect',
  headline: 'headline',
  offer: 'offer',
  business_name: 'name',
}

/** A film of one photo. */
export function reelCall({
  name,
  form,
  server,
}: Where & { readonly name: string; readonly form: Omit<ReelParams, 'image'> }): Calls {
  const words = filled(form)
  const flags = words.flatMap(([field, value]) => (REEL_FLAGS[field] ? [cliFlag(REEL_FLAGS[field], value)] : []))
  return {
    curl: curlForm(`${server}/api/mobile/reels`, [['image', name]], words),
    sdk: `${sdkStart(server)}
const job = await client.reels.create(${sdkFields([
      ['image', sdkFile(name)],
      ...words.map(([field, value]) => [field, quoted(value)] as const),
    ])})
const { video_url } = await job.wait()
console.log(video_url)`,
    cli: cliCall(server, ['reel', ...cliFiles([name]), ...flags].join(' ')),
  }
}
