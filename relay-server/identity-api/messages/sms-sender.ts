// How a text message leaves: the interface that links are sent by.

export interface SmsMessage {
  /** The same key is never sent twice. */
  readonly key: string
  /** E.164. */
  readonly phone: string
  readonly text: string
}

/** `unknown`: nobody knows whether it went out, and it is not sent again by itself. */
export type SmsOutcome = 'sent' | 'failed' | 'unknown'

export interface SmsSender {
  /** Never throws for what the provider does. */
  send(message: SmsMessage): Promise<SmsOutcome>
}
