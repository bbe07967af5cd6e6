/**
 * Generates everything that follows from the OpenAPI document: `pnpm generate [--check] [--no-lint]`.
 *
 * index and files → bundle → frame → rules, examples, lint → dist/openapi.json and the typed views.
 * With --check nothing is written. Files that would change are listed, and the exit code is 1.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { applyFrame } from './frame.ts'
import { documentationOf } from './generate/check/description-check.ts'
import { exampleProblems } from './generate/check/example-check.ts'
import { ruleProblems } from './generate/check/house-rules.ts'
import { lint } from './generate/check/lint-document.ts'
import { fillEventTypes } from './generate/fill/fill-event-types.ts'
import { fillPrices, priceProblems } from './generate/fill/fill-prices.ts'
import { fillWarningCodes } from './generate/fill/fill-warning-codes.ts'
import { bundle, ROOT } from './generate/read/bundle-document.ts'
import { endpoints, isBearer, type OpenApi } from './generate/read/openapi-model.ts'
import {
  deadlinesSource,
  documentHashSource,
  enumConstants,
  publicOperationsSource,
} from './generate/write/client-facts.ts'
import { catalogue, dashboardOperations } from './generate/write/command-catalogue.ts'
import { configurationPages } from './generate/write/configuration-pages.ts'
import { eventExamples, eventInterfaces, eventTypeList, eventTypes } from './generate/write/event-views.ts'
import { fakeOperationsSource } from './generate/write/fake-operations.ts'
import { platformSheet } from './generate/write/handouts/platform-sheet.ts'
import { mcpToolsSource } from './generate/write/mcp-tools.ts'
import { operationTypes } from './generate/write/operation-types.ts'
import { documentPages } from './generate/write/readme-tables.ts'
import { recipeSchema } from './generate/write/recipe-schema.ts'
import { sdkDocstrings } from './generate/write/sdk-docstrings.ts'
import { imageMethods } from './generate/write/sdk-image-methods.ts'
import { serverVariables } from './generate/write/server-variable-names.ts'
import { callerView, serverView } from './generate/write/typed-views.ts'

const flags = new Set(process.argv.slice(2))

const document = await bundle()
const byHand = priceProblems(document)
fillEventTypes(document)
fillPrices(document)
fillWarningCodes(document)
const examples = exampleProblems(document)
stopOn([...byHand, ...examples.problems])
await applyFrame(document)
const documented = documentationOf(document)
const shown = exampleProblems(document)
stopOn([...ruleProblems(document), ...shown.problems, ...documented.problems])

const bundled = print(document)
const [contents, complaints] = await Promise.all([
  files(document, bundled),
  flags.has('--no-lint') ? [] : lint(document, bundled),
])
stopOn(complaints)
report(document, await put(contents))

function print({ openapi, ...rest }: OpenApi): string {
  const marked = { openapi, 'x-generated': 'By openapi/generate.ts. Do not edit.', ...rest }
  return `${JSON.stringify(marked, null, 2)}\n`
}

async function files(document: OpenApi, bundled: string): Promise<Record<string, string>> {
  return {
    'openapi/dist/openapi.json': bundled,
    ...(await documentPages(document)),
    ...configurationPages(),
    'packages/server/handouts/platform-rules.en.html': await platformSheet(),
    ...(await sdkDocstrings(document)),
    'packages/server/src/contract/generated/document-types.d.ts': await serverView(document),
    'packages/server/src/contract/generated/document-operations.ts': operationTypes(document),
    'packages/server/src/contract/generated/server-enums.ts': enumConstants(document, { SCOPES: 'ApiKeyScope' }),
    'packages/sdk/recipe.schema.json': recipeSchema(document),
    'packages/sdk/src/generated/schema.d.ts': await callerView(document),
    'packages/sdk/src/resources/generated/image-methods.ts': imageMethods(document),
    'packages/sdk/src/generated/deadlines.ts': deadlinesSource(document),
    'packages/sdk/src/generated/public-operations.ts': publicOperationsSource(document),
    'packages/sdk/src/generated/document-hash.ts': documentHashSource(bundled),
    'packages/sdk/src/testing/generated/fake-operations.ts': fakeOperationsSource(document),
    'packages/sdk/src/generated/sdk-enums.ts': enumConstants(document, { FORMATS: 'PhotoFormat' }),
    'packages/cli/src/generated/cli-enums.ts': enumConstants(document, {
      SCOPES: 'ApiKeyScope',
      FORMATS: 'PhotoFormat',
      PICTURE_FORMATS: 'OutputFormat',
      JOB_TYPES: 'JobType',
      JOB_STATES: 'UserJob.status',
      PROCESS_STEPS: 'ProcessStep',
      DELIVERY_STATES: 'WebhookDelivery.status',
      REEL_MOTIONS: 'ReelForm.motion',
      REEL_ASPECTS: 'ReelForm.aspect',
      RESOLUTIONS: 'Resolution',
    }),
    'packages/cli/src/generated/operation-catalogue.ts': catalogue(document),
    'packages/cli/src/generated/mcp-tools.ts': mcpToolsSource(document),
    'packages/cli/src/generated/known-server-variables.ts': serverVariables(),
    'packages/cli/src/generated/webhook-event-types.ts': eventTypeList(document),
    'packages/dashboard/src/generated/event-types.ts': eventTypeList(document),
    'packages/dashboard/src/generated/form-values.ts': enumConstants(document, {
      ASSET_TYPES: 'AssetForm.asset_type',
      ASSET_PRESETS: 'AssetForm.preset',
      RESOLUTIONS: 'AssetForm.resolution',
      REEL_MOTIONS: 'ReelForm.motion',
      REEL_SECONDS: 'ReelForm.duration',
      REEL_ASPECTS: 'ReelForm.aspect',
    }),
    'packages/dashboard/src/generated/operations.ts': dashboardOperations(document),
    'packages/webhook-verifier/src/generated/events.d.ts': await eventTypes(document),
    'packages/webhook-verifier/src/generated/event-interfaces.d.ts': eventInterfaces(document),
    'packages/webhook-verifier/src/generated/event-examples.ts': eventExamples(document),
  }
}

/** Writes the files that differ, or only compares them with --check. Returns the names of those that differ. */
async function put(contents: Record<string, string>): Promise<string[]> {
  const changed: string[] = []
  for (const [name, text] of Object.entries(contents)) {
    const file = join(ROOT, name)
    const before = await readFile(file, 'utf8').catch(() => undefined)
    if (before === text) continue
    changed.push(name)
    if (flags.has('--check')) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return changed
}

function report({ paths, webhooks }: OpenApi, changed: string[]): void {
  const all = endpoints(paths).map(({ operation }) => operation)
  const count = (test: (operation: (typeof all)[number]) => unknown) => all.filter(test).length
  console.log(
    `${all.length} operations: ${count(isBearer)} Bearer, ${count((each) => !isBearer(each))} public, ` +
      `${count((each) => each['x-extension'])} extensions, ${count((each) => each['x-retired'])} retired; ${Object.keys(webhooks).length} events.`,
  )
  console.log(
    `Described: ${documented.operations} operations and events, ${documented.parameters} parameters, ${documented.fields} fields. ` +
      `${documented.bodies} bodies with an example; ${shown.checked} examples and defaults fit their schemas.`,
  )
  if (changed.length === 0) {
    console.log('Nothing changed.')
  } else if (flags.has('--check')) {
    console.error(`Out of date, run pnpm generate:\n  ${changed.join('\n  ')}`)
    process.exitCode = 1
  } else {
    console.log(`Written: ${changed.join(', ')}`)
  }
}

function stopOn(problems: string[]): void {
  if (problems.length === 0) return
  console.error(`The document has ${problems.length} problems:\n  ${problems.join('\n  ')}`)
  process.exit(1)
}
