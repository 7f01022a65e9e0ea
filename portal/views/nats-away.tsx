// Says that NATS is away, the way between the hubs: what does not work meanwhile, and that the rest goes on.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from './icons.tsx'

/** Always there, so that a screen reader hears of it when the browser script shows or hides the words. */
export function NatsAway({ isAway, t }: { readonly isAway: boolean; readonly t: Texts }) {
  return (
    <output id="nats-away">
      <span class="notice notice-warning" hidden={!isAway}>
        <Icon name="alert" />
        <span>
          <strong>{t.live.natsAway}</strong> {t.live.natsAwayMeans}
        </span>
      </span>
    </output>
  )
}
