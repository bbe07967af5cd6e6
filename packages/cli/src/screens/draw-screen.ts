import { type Instance, render } from 'ink'
import type { ReactNode } from 'react'
import type { Context } from '../context/command-context.ts'

/** Renders on the terminal. Ink does not handle Ctrl-C, so that photos in progress can finish. */
export const draw = (node: ReactNode, { environment: { stdin, stdout, stderr } }: Context): Instance =>
  render(node, { stdin, stdout, stderr, exitOnCtrlC: false, patchConsole: false, maxFps: 12 })
