import type { Schemas } from '../../contract/index.ts'

type Goal = Schemas['Goal']

/** The uses that a restaurant has for a photo. */
export const GOALS: Readonly<Record<Goal, { readonly name: string; readonly description: string }>> = {
  menu: { name: 'Menu', description: 'A dish on a menu: true colours, the whole plate in the picture.' },
  delivery: { name: 'Delivery app', description: 'Bright and crisp, so that it sells at the size of a thumbnail.' },
  social: { name: 'Social media', description: 'Vivid and close, for a feed that is scrolled past.' },
  website: { name: 'Website', description: 'Wide and calm, with room for words beside the dish.' },
  print: { name: 'Print', description: 'Large, with open shadows and colours that survive ink and paper.' },
}
