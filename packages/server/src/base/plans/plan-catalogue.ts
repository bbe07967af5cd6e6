import type { Plan } from '../account-plan.ts'

/** What a plan gives. */
export interface PlanTerms {
  /** Dollars a month; null for a price by agreement. */
  readonly priceUsd: number | null
  /** Credits that every month of it grants. */
  readonly monthlyCredits: number
  /** Photos per UTC month through /v1; null for no limit. */
  readonly monthlyPhotos: number | null
  /** Requests of the /api family; null for no limit but that of the account. */
  readonly api: { readonly perMinute: number; readonly perDay: number } | null
  /** Requests of the /v1 family. */
  readonly v1: { readonly perMinute: number; readonly burst: number } | null
}

/** What an app store or a payment provider sells. */
export interface Product {
  /** Its id in the store. */
  readonly id: string
  readonly name: string
  readonly priceUsd: number | null
  /** Credits per purchase, or per period of a subscription. */
  readonly credits: number
  /** The plan that a subscription gives; null for credits that are bought once. */
  readonly plan: Plan | null
  /** Null unless it is a subscription. */
  readonly period: 'week' | 'month' | 'year' | null
}

export interface Catalogue {
  readonly plans: Readonly<Record<Plan, PlanTerms>>
  readonly products: readonly Product[]
}

/** Free, Starter, Growth and Pro have the same limits in the /api family. */
const API = { perMinute: 60, perDay: 1_000 }

/** The first plan is $3 for 10 credits, and a credit costs less in every larger one. */
export const PLAN_TERMS: Catalogue['plans'] = {
  Free: { priceUsd: 0, monthlyCredits: 0, monthlyPhotos: 100, api: API, v1: { perMinute: 10, burst: 20 } },
  Starter: { priceUsd: 3, monthlyCredits: 10, monthlyPhotos: 500, api: API, v1: { perMinute: 30, burst: 60 } },
  Growth: { priceUsd: 20, monthlyCredits: 200, monthlyPhotos: 2_000, api: API, v1: { perMinute: 60, burst: 120 } },
  Pro: { priceUsd: 40, monthlyCredits: 800, monthlyPhotos: null, api: API, v1: { perMinute: 120, burst: 240 } },
  Enterprise: { priceUsd: null, monthlyCredits: 0, monthlyPhotos: null, api: null, v1: null },
}

const pack = (credits: number, priceUsd: number): Product => ({
  id: `credits.${credits}`,
  name: `${credits} credits`,
  priceUsd,
  credits,
  plan: null,
  period: null,
})

const monthly = (plan: Plan): Product => {
  const { priceUsd, monthlyCredits: credits } = PLAN_TERMS[plan]
  return { id: `${plan.toLowerCase()}.monthly`, name: plan, priceUsd, credits, plan, period: 'month' }
}

/** The plans and products unless the operator has others. */
export const DEFAULT_CATALOGUE: Catalogue = {
  plans: PLAN_TERMS,
  products: [pack(10, 3), pack(50, 12.5), pack(200, 40), ...(['Starter', 'Growth', 'Pro'] as const).map(monthly)],
}

/**
 * The catalogue of an app: the ids of our products begin with its bundle id, as stores advise, and without an app none of them is
 * sold. The operator's own products are sold as they are.
 */
export function catalogueOf(bundleId: string | undefined, catalogue: Catalogue = DEFAULT_CATALOGUE): Catalogue {
  if (catalogue.products !== DEFAULT_CATALOGUE.products) return catalogue
  const products = catalogue.products.map((product) => ({ ...product, id: `${bundleId}.${product.id}` }))
  return { ...catalogue, products: bundleId === undefined ? [] : products }
}

/** A product that gives a plan. */
export type PlanProduct = Product & { readonly plan: Plan }

/** Finds a product that gives a plan. */
export function planProductIn(catalogue: Pick<Catalogue, 'products'>, id: string): PlanProduct | undefined {
  const product = productIn(catalogue, id)
  return product && product.plan !== null ? { ...product, plan: product.plan } : undefined
}

/** Finds a product by its id. */
export const productIn = ({ products }: Pick<Catalogue, 'products'>, id: string): Product | undefined =>
  products.find((product) => product.id === id)
