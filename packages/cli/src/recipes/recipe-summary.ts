import { type Recipe, recipeName } from '@platelight/sdk/recipes'
import { didYouMean } from '../base/nearest-name.ts'
import type { Context } from '../context/command-context.ts'
import { PLATFORMS } from '../generated/operation-catalogue.ts'

/** Platforms that this version does not know are left to the server, which may have its own. */
export function noteUnknownPlatforms({ platforms = [] }: Recipe, { note }: Pick<Context, 'note'>): void {
  for (const name of platforms)
    if (!PLATFORMS.includes(name))
      note(`${name} is a platform that only the server can know.${didYouMean(name, PLATFORMS)}`)
}

/** The names of the results of a photo called `ramen`, without their extensions. */
export function exampleNames({ names, steps, formats, platforms = [] }: Recipe): string[] {
  const crops = formats ?? (platforms.length > 0 ? [] : (['square', 'portrait', 'landscape'] as const))
  const date = new Date().toLocaleDateString('en-CA')
  if (steps) return [recipeName(names ?? '{dish}-process', { dish: 'ramen', date })]
  const template = names ?? '{dish}-{format}-{platform}'
  return [...crops.map((format) => ({ format })), ...platforms.map((platform) => ({ platform }))].map((part) =>
    recipeName(template, { dish: 'ramen', date, ...part }),
  )
}
