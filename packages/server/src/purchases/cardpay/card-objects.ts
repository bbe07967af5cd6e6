// What is read of the objects of the card-payment provider. Newer versions of its API have moved some of it, and both are read.

/** An object, or its id alone. */
export type Ref = string | { readonly id: string } | null | undefined

export const refId = (ref: Ref): string | undefined => (typeof ref === 'string' ? ref : ref?.id)

export interface Metadata {
  readonly account_id?: string | null | undefined
  readonly product_id?: string
  readonly credits?: string
}

export interface Price {
  readonly id?: string | undefined
  readonly lookup_key?: string | null
  readonly product?: Ref
  readonly unit_amount?: number | null
}

export interface CardCheckout {
  readonly id: string
  readonly payment_status?: string
  readonly payment_intent?: Ref
  readonly invoice?: Ref
  readonly subscription?: Ref
  readonly amount_total?: number | null
  readonly client_reference_id?: string | null
  readonly metadata?: Metadata | null
}

export interface CardInvoice {
  readonly id: string
  readonly subscription?: Ref
  readonly subscription_details?: { readonly metadata?: Metadata | null } | null
  readonly parent?: {
    readonly subscription_details?: { readonly subscription?: Ref; readonly metadata?: Metadata | null } | null
  } | null
  readonly metadata?: Metadata | null
  readonly billing_reason?: string | null
  readonly amount_paid?: number
  readonly payment_intent?: Ref
  readonly payments?: { readonly data?: readonly { readonly payment?: { readonly payment_intent?: Ref } }[] }
  readonly lines?: { readonly data?: readonly InvoiceLine[] }
}

interface InvoiceLine {
  readonly period?: { readonly start: number; readonly end: number }
  readonly amount?: number
  readonly metadata?: Metadata | null
  readonly price?: Price | null
  readonly pricing?: {
    readonly unit_amount_decimal?: string
    readonly price_details?: { readonly price?: string; readonly product?: Ref }
  } | null
}

export interface CardSubscription {
  readonly id: string
  readonly status?: string
  readonly metadata?: Metadata | null
  readonly cancel_at_period_end?: boolean
  readonly cancel_at?: number | null
  readonly current_period_start?: number
  readonly current_period_end?: number
  readonly items?: {
    readonly data?: readonly {
      readonly price?: Price | null
      readonly current_period_start?: number
      readonly current_period_end?: number
    }[]
  }
}

/** By which payment an invoice was paid. */
export interface CardInvoicePayment {
  readonly invoice?: Ref
  readonly payment?: { readonly payment_intent?: Ref }
}

export interface CardCharge {
  readonly id: string
  readonly payment_intent?: Ref
  readonly invoice?: Ref
  readonly amount: number
  readonly amount_refunded: number
}

export interface CardDispute {
  readonly charge?: Ref
  readonly payment_intent?: Ref
}
