// Figures of text messages at /metrics.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { MessageState, MessageTemplate } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'

export interface SmsMetrics {
  /** What became of a message when it was handed over, or was not. */
  countMessage(template: MessageTemplate, state: MessageState): void
  /** Worth an alarm: somebody waits for a code that does not come. */
  countDroppedCode(why: 'ceiling' | 'phone_not_checked'): void
  countTry(verdict: 'right' | 'wrong' | 'not_judged'): void
  /** How many asks for codes wait or are under way. */
  watchQueue(taken: () => number): void
}

export function createSmsMetrics(registry: Registry): SmsMetrics {
  const counter = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    new Counter({ name, help, labelNames: [...labels], registers: [registry] })
  const messages = counter('pharmacy_sms_total', 'Text messages by template and what became of them', [
    'template',
    'state',
  ])
  const dropped = counter(
    'pharmacy_store_codes_dropped_total',
    'Codes that were not sent although somebody waits: too many within an hour, or the store API was away',
    ['why'],
  )
  const tries = counter('pharmacy_store_code_tries_total', 'Codes that were typed, by verdict', ['verdict'])
  return {
    countMessage: (template, state) => messages.inc({ template, state }),
    countDroppedCode: (why) => dropped.inc({ why }),
    countTry: (verdict) => tries.inc({ verdict }),
    watchQueue: (taken) => {
      new Gauge({
        name: 'pharmacy_store_codes_waiting',
        help: 'Asks for codes that wait or are under way; 200 at most',
        registers: [registry],
        collect() {
          this.set(taken())
        },
      })
    },
  }
}
