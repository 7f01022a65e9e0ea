// The account page: the pharmacy, its addresses, the password, and the way out.
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Address, shopCustomerApi } from '@pharmacy-relay/shared/api/shop/customer.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { NewPassword } from '../../../views/credentials/new-password.tsx'
import { Field, PostForm } from '../../../views/forms.tsx'
import { SHOP } from '../../paths.ts'
import { Told, Fault, type Notice } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import type { AccountFaults } from './account-faults.ts'
import { AddressForm, AddressLines } from './address-form.tsx'

type ShopCustomer = EndpointResult<typeof shopCustomerApi.getShopCustomer>

export interface AccountPageProps {
  readonly frame: ShopFrame
  readonly customer: ShopCustomer
  readonly addresses: readonly Address[]
  readonly notice: Notice | null
  readonly faults: AccountFaults
}

type PartProps = AccountPageProps & { readonly t: Texts }

export function accountPage(props: AccountPageProps): string {
  const { frame, notice } = props
  const t = texts(frame.language)
  const part = { ...props, t }
  return shopPage({
    frame,
    title: t.storefront.account.title,
    children: (
      <div class="narrow">
        <h1>{t.storefront.account.title}</h1>
        <Told notice={notice} />
        <p>
          {t.frame.signedInAs(frame.viewer?.name ?? '')} ·{' '}
          <a href={SHOP.orders}>{t.storefront.orders.title}</a>
        </p>
        <Details {...part} />
        <Addresses {...part} />
        <Password {...part} />
        <PostForm action={SHOP.signOut} csrfToken={frame.csrfToken}>
          <button type="submit" class="plain">
            {t.frame.signOut}
          </button>
        </PostForm>
      </div>
    ),
  })
}

function Details({ frame, customer, faults, t }: PartProps) {
  const a = t.storefront.account
  const required = { required: true, maxlength: 254 }
  const email = { ...required, type: 'email', autocomplete: 'email' }
  const phone = { type: 'tel', autocomplete: 'tel', maxlength: 40 }
  const shown = { ...customer, ...(faults.details === null ? null : faults.typed) }
  return (
    <section>
      <h2>{a.pharmacy}</h2>
      <p class="quiet">{customer.storeId}</p>
      <Fault>{faults.details}</Fault>
      <PostForm action={SHOP.details} csrfToken={frame.csrfToken} class="stack">
        <input type="hidden" name="version" value={customer.version} />
        <Field
          name="name"
          label={t.pharmacies.name}
          value={shown.name}
          hint={null}
          fault={null}
          input={required}
        />
        <Field
          name="email"
          label={t.pharmacies.email}
          value={shown.email}
          hint={null}
          fault={null}
          input={email}
        />
        <Field
          name="phone"
          label={t.pharmacies.phone}
          value={shown.phone ?? ''}
          hint={t.storefront.entry.phoneHint}
          fault={null}
          input={phone}
        />
        <button type="submit">{a.save}</button>
      </PostForm>
    </section>
  )
}

function Addresses({ frame, addresses, faults, t }: PartProps) {
  const a = t.storefront.account
  return (
    <section id="addresses">
      <h2>{a.addresses}</h2>
      <Fault>{faults.address}</Fault>
      {addresses.map((address) => (
        <details key={address.id} open={faults.open === address.id}>
          <summary>
            <AddressLines address={address} />
          </summary>
          <AddressForm frame={frame} address={address} typed={typedIn(faults, address.id)} t={t} />
        </details>
      ))}
      <details open={faults.open === 'new' || addresses.length === 0}>
        <summary>{a.newAddress}</summary>
        <AddressForm frame={frame} address={null} typed={typedIn(faults, 'new')} t={t} />
      </details>
    </section>
  )
}

function typedIn({ address, open, typed }: AccountFaults, key: number | 'new'): AccountFaults['typed'] {
  return address !== null && open === key ? typed : null
}

function Password({ frame, faults, t }: PartProps) {
  const p = t.account.password
  const input = { type: 'password', autocomplete: 'current-password', required: true, maxlength: 1_024 }
  return (
    <section id="password">
      <h2>{p.title}</h2>
      <p>{p.intro}</p>
      <PostForm action={`${SHOP.password}#password`} csrfToken={frame.csrfToken} class="stack">
        <Field
          name="oldPassword"
          label={p.oldPassword}
          value=""
          hint={null}
          fault={faults.oldPassword}
          input={input}
        />
        <NewPassword faults={faults.password} t={t} />
        <button type="submit">{p.save}</button>
      </PostForm>
    </section>
  )
}
