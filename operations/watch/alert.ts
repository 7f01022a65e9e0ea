// What an alert is.

export interface Alert {
  readonly name: string
  readonly expr: string
  /** As Prometheus writes durations; `0s`: at once. */
  readonly for: string
  /** `page` wakes a person, `ticket` waits for the morning, `none` is for another alert manager. */
  readonly severity: 'page' | 'ticket' | 'none'
  /** One sentence for whoever is woken. */
  readonly summary: string
}
