import type { Plan } from '../base/account-plan.ts'

/** What an app store or a payment provider sells. */
export interface Product {
  /** Its id in the store. */
  readonly id: string
  readonly name: string
  /** Credits per purchase, or per period of a subscription. */
  readonly credits: number
  /** The plan that a subscription gives; null for credits that are bought once. */
  readonly plan: Plan | null
  /** Null unless it is a subscription. */
  readonly period: 'week' | 'month' | 'year' | null
}

export interface Catalogue {
  readonly products: readonly Product[]
}

/**
 * The products that are sold unless the operator has a catalogue of their own. The first is $3 for 10 credits, and a credit
 * costs less in every larger one.
 */
const PRODUCTS: readonly Product[] = [
  { id: 'credits.10', name: '10 credits', credits: 10, plan: null, period: null },
  { id: 'credits.50', name: '50 credits', credits: 50, plan: null, period: null },
  { id: 'credits.200', name: '200 credits', credits: 200, plan: null, period: null },
  { id: 'starter.monthly', name: 'Starter', credits: 50, plan: 'Starter', period: 'month' },
  { id: 'growth.monthly', name: 'Growth', credits: 200, plan: 'Growth', period: 'month' },
  { id: 'pro.monthly', name: 'Pro', credits: 600, plan: 'Pro', period: 'month' },
]

/** The catalogue of an app: the ids of its products begin with its bundle id, as stores advise. Without an app nothing is sold. */
export const catalogueOf = (bundleId: string | undefined): Catalogue => ({
  products: bundleId === undefined ? [] : PRODUCTS.map((product) => ({ ...product, id: `${bundleId}.${product.id}` })),
})

/** Finds a product by its id. */
export const productIn = ({ products }: Catalogue, id: string): Product | undefined =>
  products.find((product) => product.id === id)
