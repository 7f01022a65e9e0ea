// An address: as lines, and as a form that enters, changes or removes one.
import type { Address, AddressFields } from '@pharmacy-relay/shared/api/shop/customer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { SHOP } from '../../paths.ts'
import type { ShopFrame } from '../../views/shop-frame.tsx'

export function AddressLines({ address }: { readonly address: AddressFields }) {
  const { name, line1, line2, postcode, city, country } = address
  return <>{[name, line1, line2, `${postcode} ${city}`, country].filter((part) => part !== '').join(', ')}</>
}

interface AddressFormProps {
  readonly frame: ShopFrame
  /** Null: a new one. */
  readonly address: Address | null
  /** What was entered and refused; `returnTo`: where it leads, the account page when empty. */
  readonly typed: Readonly<Record<string, string>> | null
  readonly t: Texts
}

const FIELDS = [
  { name: 'name', autocomplete: 'shipping name', max: 120, required: true },
  { name: 'line1', autocomplete: 'shipping address-line1', max: 120, required: true },
  { name: 'line2', autocomplete: 'shipping address-line2', max: 120, required: false },
  { name: 'postcode', autocomplete: 'shipping postal-code', max: 16, required: true },
  { name: 'city', autocomplete: 'shipping address-level2', max: 120, required: true },
  { name: 'country', autocomplete: 'shipping country', max: 2, required: true },
] as const

export function AddressForm({ frame, address, typed, t }: AddressFormProps) {
  const a = t.storefront.account
  const key = address?.id ?? 'new'
  return (
    <PostForm action={`${SHOP.addresses}#addresses`} csrfToken={frame.csrfToken} class="stack">
      <input type="hidden" name="returnTo" value={typed?.['returnTo'] ?? ''} />
      {address !== null && <input type="hidden" name="addressId" value={address.id} />}
      {address !== null && <input type="hidden" name="version" value={address.version} />}
      {FIELDS.map(({ name, autocomplete, max, required }) => (
        <div key={name} class="mb-3">
          <label for={`${name}-${key}`}>{a.address[name]}</label>
          <input
            id={`${name}-${key}`}
            name={name}
            value={typed?.[name] ?? address?.[name] ?? ''}
            autocomplete={autocomplete}
            maxLength={max}
            required={required}
          />
        </div>
      ))}
      <button type="submit">{address === null ? a.addAddress : a.save}</button>
      {address !== null && (
        <button type="submit" class="plain" name="remove" value="1" formNoValidate>
          {a.removeAddress}
        </button>
      )}
    </PostForm>
  )
}
