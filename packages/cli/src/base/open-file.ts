import { spawn } from 'node:child_process'

/** What opens a file with the program that the user chose for its kind. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Opens a file with the program for its kind, and does not wait for it. @returns whether it could be started */
export function openFile(path: string): Promise<boolean> {
  const [program, ...first] = OPENERS[process.platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...first, path], { stdio: 'ignore', detached: true })
    child.on('error', () => resolve(false))
    child.on('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

/** Whether there is a screen to open files on. */
export const canOpen = ({ DISPLAY, WAYLAND_DISPLAY }: Readonly<Record<string, string | undefined>>): boolean =>
  process.platform in OPENERS || Boolean(DISPLAY || WAYLAND_DISPLAY)
