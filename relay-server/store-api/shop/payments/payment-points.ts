// The points between two steps of a payment at which a campaign may end the process.
export type PaymentPoint =
  | 'attempt-begun'
  | 'provider-asked'
  | 'word-merged'
  | 'event-merged'
  | 'task-claimed'
  | 'task-told'
  | 'task-done'

/** Called on the way; in production it does nothing. */
export type PassPoint = (point: PaymentPoint) => void
