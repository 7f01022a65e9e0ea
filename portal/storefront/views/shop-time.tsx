// A time on a page, in the shop's zone and named with it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { dateFormat } from '../../views/times/formats.ts'
import type { ShopFrame } from './shop-frame.tsx'

const FORM = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** `at` is an ISO instant. */
export function ShopTime({
  at,
  frame,
  t,
}: {
  readonly at: string
  readonly frame: ShopFrame
  readonly t: Texts
}) {
  const format = dateFormat(t.locale, { ...FORM, timeZone: frame.timeZone })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}
