import { type Instance, render } from 'ink'
import type { ReactNode } from 'react'
import type { Context } from '../context/command-context.ts'

/** Draws on this terminal. Ctrl-C stays ours: it lets photos under way end. */
export const draw = (node: ReactNode, { environment: { stdin, stdout, stderr } }: Context): Instance =>
  render(node, { stdin, stdout, stderr, exitOnCtrlC: false, patchConsole: false, maxFps: 12 })
