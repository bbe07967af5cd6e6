import { readFile } from 'node:fs/promises'

/** The content of an operator's file. What is wrong with it is added to the problems; then there is no content. */
export async function jsonFile(file: string, problems: string[]): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    problems.push(code === undefined ? `it is not JSON: ${message}` : `it cannot be read: ${message}`)
    return undefined
  }
}
