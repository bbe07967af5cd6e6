import type { RequestFacts } from '../../contract/index.ts'

/** Whether a caller would rather have a page than JSON. A browser would; a program that accepts anything gets JSON. */
export const prefersPage = ({ prefers }: Pick<RequestFacts, 'prefers'>): boolean =>
  prefers('application/json', 'text/html') === 'text/html'
