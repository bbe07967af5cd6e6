import type { Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { effort } from '../../../../scripts/workspace/test-effort.ts'
import { type Body, createComparisons, optionEndpoints, optionsOf } from '../../../server/test/support/option-values.ts'
import { tree } from '../support/cli-process.ts'
import { folderWith } from '../support/folder-with.ts'
import { performed, refusingServer } from '../support/performed-operations.ts'
import { command } from '../support/run-command.ts'

// What an option does when it is sent, the server's own test of all options shows. So a flag has to send it.

/** Operations that no command performs. */
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  'images.enhance': '`enhance` uses the call that makes several crops',
  'images.generate': '`generate` uses the newer call',
  'images.batchProcess': 'several photos of any command are sent one by one',
  'mobile.assets': 'its commands are named for what they make: `poster`, `menu`, `flyer`, `post` and `banner`',
  'mobile.create': 'the app’s form of `generate`',
  'mobile.enhance': 'the app’s form of `enhance`',
  'mobile.demoEnhance': 'the app’s one preview for an account without credits',
  'mobile.chatEdit': 'the app’s form of `edit`',
  'mobileJobs.assets': 'the job of `poster` and its likes',
  'mobileJobs.create': 'the app’s form of `generate`',
  'mobileJobs.generate': 'the web app’s form of `generate`',
  'mobileJobs.enhance': 'the app’s form of `enhance`',
  'mobileJobs.chatEdit': 'the app’s form of `edit`',
  'mobileJobs.layerEdit': 'the app’s form of `edit`, for a layer that is named',
  'mobileJobs.compose': 'the web app’s form of `compose`',
  'mobileJobs.reels': 'the app’s form of `reel`',
  'mobile.reels': '`reel` sends a form, which a test of its own has to read',
}

/** Options that no flag offers. */
const WITHOUT_FLAG: Readonly<Record<string, string>> = {
  'images.compose.names': 'they are the names of the files',
}

const addressOf = (name: string) => `https://example.com/${name}.jpg`
const comparisons = createComparisons({
  dish: addressOf('dish'),
  other: addressOf('other'),
  logo: addressOf('logo'),
  mask: addressOf('mask'),
  otherMask: addressOf('other-mask'),
  menu: addressOf('menu'),
})

/** A field as the name that commander gives its flag. */
const attributeOf = (field: string): string =>
  field.replace(/_url$/, '').replace(/[-_.]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** What a person calls a field otherwise. */
const ALIASES: Readonly<Record<string, string>> = { steps: 'do' }

const flagFor = ({ options }: Command, field: string): Option | undefined =>
  options.find((option) => option.attributeName() === (ALIASES[field] ?? attributeOf(field)))

/** The flags that send a field with this value; undefined if the command has none. */
function flagsFor(found: Command, field: string, value: unknown): string[] | undefined {
  const flag = flagFor(found, field)
  if (flag && typeof value === 'boolean') return flag.negate === value ? [] : [String(flag.long)]
  if (flag && Array.isArray(value) && flag.flags.endsWith('<photo>')) return value.map((one) => `${flag.long}=${one}`)
  // The command writes names of steps as commands are written.
  if (flag && field === 'steps') return [`${flag.long}=${textOf(value).replaceAll('_', '-')}`]
  if (flag) return [`${flag.long}=${textOf(value)}`]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const [[inner = '', one] = []] = Object.entries(value)
  return flagsFor(found, `${field}.${inner}`, one)
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).join(',') : String(value)

/** The arguments and flags for a body. What has no flag is an argument if the command takes it as one. */
function typedFor(found: Command, body: Body): string[] {
  return Object.entries(body).flatMap(([field, value]) => {
    if (value === undefined || Object.keys(WITHOUT_FLAG).some((id) => id.endsWith(`.${field}`))) return []
    const flags = flagsFor(found, field, value)
    const isArgument = field === 'prompt' || /^image_?url/i.test(field)
    if (flags === undefined && !isArgument) throw new Error(`${found.name()} has no flag for ${field}`)
    return flags ?? [value].flat().map(String)
  })
}

/** What a command sends to its endpoint, or as the job of it. */
async function sentBy(found: Command, body: Body): Promise<Body> {
  const { env, performed: sent } = await refusingServer()
  const ended = await command([found.name(), ...typedFor(found, body), '--yes'], { cwd: folderWith(), env })
  const [request] = sent()
  if (!request) throw new Error(`It sent nothing and ended with ${ended.code}: ${ended.stderr}`)
  const json = request.json as Body
  return (request.path === '/api/jobs/submit' ? json.params : json) as Body
}

const cases = performed.flatMap(({ endpoint, found, id, name }) =>
  optionsOf(endpoint).map(([option, schema]) => ({ id, name, option, schema, endpoint, found })),
)

test.each(cases.filter(({ id, option }) => !Object.hasOwn(WITHOUT_FLAG, `${id}.${option}`)))(
  'platelight $name sends $option as a direct call does, with each value',
  async ({ endpoint, found, option, schema }) => {
    // The first value is mostly the one that the server takes anyway.
    for (const body of comparisons.of(endpoint, [option, schema]).bodies.slice(effort(1, 0))) {
      const sent = await sentBy(found, body)
      // The server fills in what is not sent.
      const usual = schema.default ?? (schema.type === 'array' ? [] : undefined)
      expect(sent[option] ?? usual).toEqual(body[option] ?? usual)
    }
  },
)

test('every operation is a command or has a reason why not, and so has every option', () => {
  const without = optionEndpoints.map(({ id }) => id).filter((id) => !performed.some((one) => one.id === id))
  expect(Object.keys(WITHOUT_COMMAND)).toEqual(expect.arrayContaining(without))
  const ids = cases.filter(({ found, option }) => !flagFor(found, option)).map(({ id, option }) => `${id}.${option}`)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(WITHOUT_FLAG)))
})

const sentFlags = ({ endpoint }: (typeof performed)[number]): string[] =>
  optionsOf(endpoint).flatMap(([option, { properties = {} }]) => [
    ALIASES[option] ?? attributeOf(option),
    ...Object.keys(properties).map((inner) => attributeOf(`${option}.${inner}`)),
  ])

/** What a flag of the command line itself is tried with, and what else has to be typed for it to matter. */
const OWN_FLAGS: Readonly<Record<string, { readonly typed: readonly string[]; readonly beside?: readonly string[] }>> =
  {
    out: { typed: ['--out', 'elsewhere/'], beside: ['--dry-run', '--json'] },
    onExisting: { typed: ['--on-existing', 'overwrite'], beside: ['--dry-run', '--json'] },
    recursive: { typed: ['--recursive'] },
    include: { typed: ['--include', '*.gif'] },
    ignore: { typed: ['--ignore', '*.gif'] },
    maxCredits: { typed: ['--max-credits', '1'] },
    dryRun: { typed: ['--dry-run'] },
    manifest: { typed: ['--manifest', 'manifest.json'] },
    contactSheet: { typed: ['--contact-sheet', 'sheet.html'] },
  }

/** Flags that a test of their own tries: those of continued runs and of recipes, those that need a screen, and how many at once. */
const TRIED_ELSEWHERE = ['fresh', 'resume', 'recipe', 'platforms', 'concurrency', 'preview', 'previewAs', 'open']

const ownFlags = performed.flatMap((one) =>
  one.found.options
    .map((option) => option.attributeName())
    .filter((flag) => !sentFlags(one).includes(flag) && !TRIED_ELSEWHERE.includes(flag))
    .map((flag) => ({ ...one, flag })),
)

const PHOTOS = { 'menu/a.jpg': 'GIF89a one', 'menu/b.gif': 'GIF89a two', 'menu/below/c.jpg': 'GIF89a three' }

/** What the least that a command needs, over a folder of photos, looks like. */
function overFolder({ endpoint, found }: (typeof performed)[number]): string[] {
  const { image_url, image_urls, imageUrl, ...body } = comparisons.base(endpoint)
  const isOfPhotos = image_url ?? image_urls ?? imageUrl
  return [found.name(), ...(isOfPhotos ? ['menu'] : []), ...typedFor(found, body), '--yes']
}

/** All that can be seen of a run: its end, what it sent, and the files that it left. */
async function seenOf(args: readonly string[], files: Readonly<Record<string, string>>) {
  const dear = { json: { credits_each: 2, credits: 6, available_credits: 9, affordable: true } }
  const { env, performed: sent } = await refusingServer({ 'POST /api/estimate': dear })
  const cwd = folderWith(files)
  const { code, stdout } = await command(args, { cwd, env })
  const output = stdout.replaceAll(cwd, '.')
  return {
    code,
    output,
    sent: sent().map(({ json, headers }) => [json, headers['x-max-credits']]),
    files: Object.keys(tree(cwd)),
  }
}

/** The results of a run over the photos, as its plan names them. */
async function resultsOf(one: (typeof performed)[number]): Promise<Record<string, string>> {
  const { output } = await seenOf([...overFolder(one), '--dry-run', '--json'], PHOTOS)
  const { files } = JSON.parse(output) as { files: { outputs: (string | { path: string })[] }[] }
  const paths = files.flatMap(({ outputs }) =>
    outputs.map((output) => (typeof output === 'string' ? output : output.path)),
  )
  return Object.fromEntries(paths.map((path) => [path.replace(/\*$/, 'jpg'), 'a result']))
}

/** By day one command for each flag, because commands declare them by the same functions. */
const triedFlags = ownFlags.filter(
  ({ flag }, index) => effort(0, 1) === 1 || ownFlags.findIndex((one) => one.flag === flag) === index,
)

test.each(triedFlags)('platelight $name does something with --$flag', async ({ flag, ...one }) => {
  const { typed = [], beside = [] } = OWN_FLAGS[flag] ?? {}
  const args = [...overFolder(one), ...beside]
  const results = flag === 'onExisting' ? await resultsOf(one) : {}
  const files = { ...PHOTOS, ...results }
  expect(await seenOf([...args, ...typed], files)).not.toEqual(await seenOf(args, files))
})

test.each(performed.filter(({ found }) => flagFor(found, 'concurrency')).slice(0, effort(1, 99)))(
  'platelight $name has as many photos under way as --concurrency says',
  async (one) => {
    const files = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`menu/${index}.jpg`, `GIF89a ${index}`]))
    let [open, most] = [0, 0]
    const waiting: (() => void)[] = []
    const upload = async () => {
      most = Math.max(most, ++open)
      // Nothing is answered before two are under way, which one at a time never are.
      if (open === 1 && most === 1) await new Promise<void>((resolve) => waiting.push(resolve))
      else for (const release of waiting.splice(0)) release()
      open--
      return { json: { id: 'a.jpg', url: 'https://example.com/a.jpg' } }
    }
    const { env } = await refusingServer({ 'POST /api/mobile/uploads': upload })
    await command([...overFolder(one), '--concurrency', '2'], { cwd: folderWith(files), env })
    expect(most).toBe(2)
  },
)

test('every flag sends an option of the document, or is about this machine or the price and is tried', () => {
  expect([...new Set(ownFlags.map(({ flag }) => flag))].sort()).toEqual(Object.keys(OWN_FLAGS).sort())
})
