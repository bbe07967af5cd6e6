import type { ListedModel, ModelList, VerifiedModel } from './model-report.ts'

/** What `models list` prints. */
export function listLines({ runtime, install, models }: ModelList): string {
  const uses = [...new Set(models.map(({ use }) => use))]
  return [
    `runtime   ${runtime.package} ${runtime.version}, ${runtime.where ?? 'not installed: no network runs without it'}`,
    ...uses.flatMap((use) => [
      '',
      use,
      ...models.filter((model) => model.use === use).flatMap(modelLines),
      ...(models.some((model) => model.use === use && model.serves)
        ? []
        : ['  nothing: what works without a network is used, and results name it']),
    ]),
    ...(install ? ['', `To have all of it: ${install}`, 'or: platelight-server models install'] : []),
  ].join('\n')
}

const NOT_SERVING: Partial<Record<ListedModel['standing'], string>> = {
  ready: 'ready, not needed',
  added: 'added, not in use',
}

function modelLines(model: ListedModel): string[] {
  const { id, engine, standing, serves, bytes, where } = model
  const how = serves ? 'in use' : (NOT_SERVING[standing] ?? standing)
  const size = bytes === null ? '' : `, ${(bytes / 1e6).toFixed(1)} MB`
  const facts: [string, string | null][] = [
    ['engine', engine],
    ['family', model.family],
    ['package', model.package && `${model.package}, ${model.package_licence}`],
    ['weights', model.weights_licence],
    ['origin', model.origin],
    ['sha256', model.sha256],
    ['found', where],
    ['converted', model.converted],
    ['problem', model.problem],
  ]
  return [`  ${id}: ${how}${size}`, ...facts.flatMap(([name, fact]) => (fact ? [`    ${name.padEnd(9)} ${fact}`] : []))]
}

/** What `models verify` and `models convert` print. */
export const verifiedLines = (results: readonly VerifiedModel[]): string =>
  results.length === 0
    ? 'No model is installed; `models list` says what there is.'
    : results.map(({ id, ok, message }) => `${ok ? 'ok ' : 'BAD'}  ${id}: ${message}`).join('\n')
