import { CliError } from '../base/cli-errors.ts'

type Fields = Record<string, unknown>

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Sets what was typed as `data.photo.id=…`. A value takes the kind of the one it replaces; a new one is read as JSON where
 * it is some, else as text.
 *
 * @throws CliError where that cannot be.
 * @example assign(event, ['data.credits.balance=3', 'data.photo.status=failed'])
 */
export function applyAssignments(event: object, typed: readonly string[]): void {
  for (const assignment of typed) {
    const at = assignment.indexOf('=')
    if (at < 1) throw new CliError(`--set ${assignment}: write it as path=value, such as data.photo.id=run_1.`)
    const path = assignment.slice(0, at).split('.')
    const name = path.at(-1) as string
    if (path.some((part) => part === '' || FORBIDDEN.has(part)))
      throw new CliError(`--set ${assignment}: no such path.`)
    if (path[0] === 'type') throw new CliError('--set type: the type of the event cannot be changed.')
    const place = placeOf(event as Fields, path.slice(0, -1), assignment)
    place[name] = valueIn(assignment.slice(at + 1), place[name], assignment)
  }
}

function placeOf(event: Fields, path: readonly string[], assignment: string): Fields {
  let place = event
  for (const part of path) {
    place[part] ??= {}
    if (typeof place[part] !== 'object') throw new CliError(`--set ${assignment}: ${part} holds a value, not fields.`)
    place = place[part] as Fields
  }
  return place
}

function valueIn(text: string, before: unknown, assignment: string): unknown {
  if (typeof before === 'string') return text
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    // Text, then.
  }
  if (before === undefined || before === null || typeof value === typeof before) return value
  throw new CliError(
    `--set ${assignment}: what is there is ${typeof before === 'object' ? 'an object' : `a ${typeof before}`}.`,
  )
}
