// An address as it stands on a parcel.
import type { AddressFields } from '@pharmacy-relay/shared/api/shop/customer.ts'

export function AddressText({ address }: { readonly address: AddressFields }) {
  const { name, line1, line2, postcode, city, country } = address
  const lines = [name, line1, line2, `${postcode} ${city}`, country].filter((line) => line !== '')
  return (
    <address class="postal">
      {lines.map((line, at) => (
        <bdi key={`${String(at)} ${line}`}>{line}</bdi>
      ))}
    </address>
  )
}
