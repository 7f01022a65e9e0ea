// The account of a customer: his pharmacy, its addresses, his password.
import { Router } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import {
  AddressFields,
  ShopCustomerFields,
  shopCustomerApi,
} from '@pharmacy-relay/shared/api/shop/customer.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed, versionText } from '../../../http/forms.ts'
import { NewPasswordForm, givenPassword, refusedPassword, repeatFaults } from '../../../http/new-password.ts'
import { problemWords } from '../../../http/problem-words.ts'
import { returnPath } from '../../../session/return-to.ts'
import type { Sessions } from '../../../session/sessions.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { redirect, sendPage } from '../../http/shop-replies.ts'
import { SHOP, checkoutPath } from '../../paths.ts'
import { noticeOf } from '../../views/notices.tsx'
import { phoneOf } from '../entry/typed-phone.ts'
import { accountPage } from './account-page.tsx'
import { NO_FAULTS, type AccountFaults } from './account-faults.ts'

export interface AccountGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  readonly sessions: Sessions
}

export function accountRoutes(given: AccountGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.account,
    route((context) => showAccount(given, context, {})),
  )
  router.post(
    SHOP.details,
    route((context) => saveDetails(given, context)),
  )
  router.post(
    SHOP.password,
    route((context) => changePassword(given, context)),
  )
  router.post(
    SHOP.addresses,
    route((context) => changeAddress(given, context)),
  )
  return router
}

async function showAccount(
  { calls }: AccountGiven,
  context: ShopContext,
  faults: Partial<AccountFaults>,
): Promise<void> {
  await calls.signedIn(context, shopCustomerApi.getShopCustomer)
  const [customer, { addresses }] = await Promise.all([
    calls.mine(context, shopCustomerApi.getShopCustomer, {}),
    calls.mine(context, shopCustomerApi.listAddresses, {}),
  ])
  const frame = context.frame()
  const notice = noticeOf(context.notice, texts(frame.language))
  const all = { ...NO_FAULTS, ...faults }
  const page = accountPage({ frame, customer, addresses, notice, faults: all })
  await sendPage(context, page, Object.keys(faults).length > 0 ? 422 : 200)
}

const DetailsForm = z.object({ name: typed(200), email: typed(300), phone: typed(40), version: versionText })

async function saveDetails(given: AccountGiven, context: ShopContext): Promise<void> {
  const { version, ...form } = readForm(DetailsForm, context.request.body)
  const t = texts(context.preferences.language)
  const phone = form.phone.trim() === '' ? null : phoneOf(form.phone)
  const fields = ShopCustomerFields.safeParse({ ...form, email: form.email.trim(), phone })
  if (!fields.success || (form.phone.trim() !== '' && phone === null))
    return await showAccount(given, context, { details: t.storefront.account.detailsFault, typed: form })
  try {
    await given.calls.mine(context, shopCustomerApi.updateShopCustomer, { body: fields.data, version })
  } catch (error) {
    return await showAccount(given, context, { details: saidOf(error, t), typed: keptAfter(error, form) })
  }
  await redirect(context, SHOP.account, 'saved')
}

/** The words for what a person can put right; everything else is thrown on. */
function saidOf(error: unknown, t: ReturnType<typeof texts>): string {
  const isTold =
    error instanceof ProblemError &&
    ['invalid', 'state_conflict', 'version_stale', 'rate_limited'].includes(error.code)
  if (!isTold) throw error
  return problemWords(error, t)
}

/** Where somebody else was faster what he saved is shown, and not what would go over it. */
function keptAfter(error: unknown, form: Readonly<Record<string, string>>): AccountFaults['typed'] {
  return error instanceof ProblemError && error.code === 'version_stale' ? null : form
}

const PasswordForm = NewPasswordForm.extend({ oldPassword: givenPassword })

/** Ends all other sessions of the account; this one goes on. */
async function changePassword(given: AccountGiven, context: ShopContext): Promise<void> {
  const { oldPassword, ...form } = readForm(PasswordForm, context.request.body)
  const t = texts(context.preferences.language)
  const differs = repeatFaults(form, t)
  if (differs !== null) return await showAccount(given, context, { password: differs })
  const body = { oldPassword, newPassword: form.newPassword }
  try {
    await given.calls.mine(context, identityApi.changePassword, { body, api: given.calls.upstream.identity })
  } catch (error) {
    const faults = error instanceof ProblemError ? refusedPassword(error, t) : null
    if (faults !== null) return await showAccount(given, context, { password: faults })
    return await showAccount(given, context, { oldPassword: saidOf(error, t) })
  }
  if (context.session !== null) given.sessions.doubtOthers(context.session)
  await redirect(context, ACCOUNT_TOP, 'passwordChanged')
}

/** Where the notice stands: forms lead to their own part of the page, and browsers keep that for where a reply leads. */
const ACCOUNT_TOP = `${SHOP.account}#content`

const AddressForm = z.object({
  ...Object.fromEntries(Object.keys(AddressFields.shape).map((field) => [field, typed(200)])),
  addressId: IdText.optional(),
  version: versionText.optional(),
  remove: z.string().optional(),
  returnTo: typed(1_000),
})

/** Enters, changes or removes one; `returnTo`: the order that waits for it. */
async function changeAddress(given: AccountGiven, context: ShopContext): Promise<void> {
  const { addressId, version, remove, returnTo, ...form } = readForm(AddressForm, context.request.body)
  const { calls } = given
  const t = texts(context.preferences.language)
  const place = addressId === undefined || version === undefined ? null : { addressId: String(addressId) }
  const fields = AddressFields.safeParse({
    ...form,
    country: String(Reflect.get(form, 'country')).trim().toUpperCase(),
  })
  const open = addressId ?? 'new'
  const entered = { ...form, returnTo }
  if (remove === undefined && !fields.success)
    return await showAccount(given, context, {
      address: t.storefront.account.addressFault,
      open,
      typed: entered,
    })
  let next = returnPath(returnTo) ?? ACCOUNT_TOP
  try {
    if (place !== null && version !== undefined) {
      const call = { params: place, version }
      if (remove !== undefined) await calls.mine(context, shopCustomerApi.removeAddress, call)
      else if (fields.success)
        await calls.mine(context, shopCustomerApi.updateAddress, { ...call, body: fields.data })
    } else if (fields.success) {
      const made = await calls.mine(context, shopCustomerApi.createAddress, { body: fields.data })
      if (next === SHOP.checkout) next = checkoutPath(made)
    }
  } catch (error) {
    const kept = keptAfter(error, entered)
    return await showAccount(given, context, { address: saidOf(error, t), open, typed: kept })
  }
  await redirect(context, next, remove === undefined ? 'saved' : 'removed')
}
