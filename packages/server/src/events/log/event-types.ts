export type EventType =
  | 'photo.enhancement.started'
  | 'photo.enhancement.completed'
  | 'photo.enhancement.failed'
  | 'photo.deleted'
  | 'credit.purchased'
  | 'credit.depleted'

/** Event types by name, or `*` alone for all of them, present and future. */
export type EventSelection = readonly (EventType | '*')[]
