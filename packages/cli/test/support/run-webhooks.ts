import { command } from './run-command.ts'

/** A signing secret for tests, and the environment that names it HOOK_SECRET. */
export const SECRET = 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCBrZXk='
export const env = { HOOK_SECRET: SECRET }

/** Runs `platelight webhooks …`. */
export const webhooks = (cwd: string, args: readonly string[], input = '') =>
  command(['webhooks', ...args], { cwd, env, input })
