import { CliError } from '../base/cli-errors.ts'

type Fields = Record<string, unknown>

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Sets fields of an event from assignments such as `data.photo.id=run_1`. A value must have the type of the one it
 * replaces. A new value is parsed as JSON if possible, otherwise it is text.
 *
 * @throws CliError for an invalid path or a value of another type
 * @example applyAssignments(event, ['data.credits.balance=3', 'data.photo.status=failed'])
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
    const target = targetOf(event as Fields, path.slice(0, -1), assignment)
    target[name] = valueIn(assignment.slice(at + 1), target[name], assignment)
  }
}

function targetOf(event: Fields, path: readonly string[], assignment: string): Fields {
  let target = event
  for (const part of path) {
    target[part] ??= {}
    if (typeof target[part] !== 'object') throw new CliError(`--set ${assignment}: ${part} holds a value, not fields.`)
    target = target[part] as Fields
  }
  return target
}

function valueIn(text: string, previous: unknown, assignment: string): unknown {
  if (typeof previous === 'string') return text
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON, so it is text.
  }
  if (previous === undefined || previous === null || typeof value === typeof previous) return value
  throw new CliError(
    `--set ${assignment}: what is there is ${typeof previous === 'object' ? 'an object' : `a ${typeof previous}`}.`,
  )
}
