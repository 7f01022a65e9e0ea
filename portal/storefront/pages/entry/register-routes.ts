// Registration: a phone, the code that came by SMS, then name, e-mail and password; signed in afterwards.
//
// Nothing here says whether a phone is known: the first step answers the same for every number, and the second takes no code of one
// that is not.
import { Router } from 'express'
import { z } from 'zod'
import { CustomerRegistration, storeCustomersApi } from '@pharmacy-relay/shared/api/store-customers.ts'
import { smsApi } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../../http/forms.ts'
import { problemWords } from '../../../http/problem-words.ts'
import { phoneOf } from './typed-phone.ts'
import { returnPath } from '../../../session/return-to.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import { redirect, sendPage } from '../../http/shop-replies.ts'
import { SHOP } from '../../paths.ts'
import type { Registration } from '../../session/shop-cookies.ts'
import { noticeText } from '../../views/notices.tsx'
import {
  registerAccountPage,
  registerCodePage,
  registerPhonePage,
  type AccountFaults,
} from './register-pages.tsx'
import { lead, type EntryGiven } from './sign-in-routes.ts'

export interface RegisterGiven extends EntryGiven {
  readonly calls: ShopCalls
}

export function registerRoutes(given: RegisterGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.register,
    route((context) => showPhone(context, null)),
  )
  router.post(
    SHOP.register,
    route((context) => askCode(given, context)),
  )
  router.get(
    SHOP.registerCode,
    route((context) => showCode(given, context, null)),
  )
  router.post(
    SHOP.registerCode,
    route((context) => proveCode(given, context)),
  )
  router.get(
    SHOP.registerAccount,
    route((context) => showAccount(given, context)),
  )
  router.post(
    SHOP.registerAccount,
    route((context) => makeAccount(given, context)),
  )
  return router
}

async function showPhone(
  context: ShopContext,
  refused: { readonly phone: string; readonly fault: string } | null,
): Promise<void> {
  const frame = context.frame()
  const returnTo = returnPath(context.request.query['returnTo'])
  const notice = noticeText(context.notice, texts(frame.language))
  await sendPage(
    context,
    registerPhonePage({ frame, refused, returnTo, notice }),
    refused === null ? 200 : 422,
  )
}

const PhoneForm = z.object({ phone: typed(40), returnTo: typed(1_000) })

/** Also "send it again", which brings the phone from the step before. */
async function askCode({ calls, cookies }: RegisterGiven, context: ShopContext): Promise<void> {
  const t = texts(context.preferences.language)
  const form = readForm(PhoneForm, context.request.body)
  const before = await cookies.registration.read(context.request.headers.cookie)
  const phone = form.phone === '' ? (before?.phone ?? null) : phoneOf(form.phone)
  if (phone === null)
    return await showPhone(context, { phone: form.phone, fault: t.storefront.entry.phoneFault })
  const body = { phone, language: context.preferences.language }
  try {
    await calls.open(context, smsApi.askStoreCode, { body, api: calls.upstream.pharmacy })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error
    return await showPhone(context, { phone, fault: problemWords(error, t) })
  }
  const returnTo = returnPath(form.returnTo) ?? before?.returnTo ?? null
  context.addCookie(await cookies.registration.write({ phone, isProved: false, returnTo }))
  await redirect(context, SHOP.registerCode)
}

async function underWay({ cookies }: RegisterGiven, context: ShopContext): Promise<Registration | null> {
  return await cookies.registration.read(context.request.headers.cookie)
}

async function showCode(given: RegisterGiven, context: ShopContext, fault: string | null): Promise<void> {
  const registration = await underWay(given, context)
  if (registration === null) return await redirect(context, SHOP.register, 'registerOver')
  const page = registerCodePage({ frame: context.frame(), fault, phone: registration.phone })
  await sendPage(context, page, fault === null ? 200 : 422)
}

const CodeForm = z.object({ code: typed(20) })

/** The ticket is used up at once: what fails afterwards, such as a weak password, does not ask for another code. */
async function proveCode(given: RegisterGiven, context: ShopContext): Promise<void> {
  const { calls, cookies } = given
  const registration = await underWay(given, context)
  if (registration === null) return await redirect(context, SHOP.register, 'registerOver')
  const { phone } = registration
  const code = readForm(CodeForm, context.request.body).code.replaceAll(/\s/g, '')
  const { pharmacy } = calls.upstream
  try {
    const body = { phone, code }
    const { ticket } = await calls.open(context, smsApi.verifyStoreCode, { body, api: pharmacy })
    await pharmacy.asService(smsApi.redeemStoreTicket, { params: null, query: null, body: { phone, ticket } })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'invalid') throw error
    return await showCode(given, context, texts(context.preferences.language).storefront.entry.codeFault)
  }
  context.addCookie(await cookies.registration.write({ ...registration, isProved: true }))
  await redirect(context, SHOP.registerAccount)
}

const NO_FAULTS: AccountFaults = { name: null, email: null, password: null }

async function showAccount(given: RegisterGiven, context: ShopContext): Promise<void> {
  const registration = await underWay(given, context)
  if (registration?.isProved !== true) return await redirect(context, SHOP.register, 'registerOver')
  const typedBefore = { name: '', email: '' }
  await sendPage(
    context,
    registerAccountPage({ frame: context.frame(), typed: typedBefore, faults: NO_FAULTS }),
  )
}

const AccountForm = z.object({ name: typed(200), email: typed(300), password: typed(1_024) })

async function makeAccount(given: RegisterGiven, context: ShopContext): Promise<void> {
  const { calls, cookies, signIns } = given
  const registration = await underWay(given, context)
  if (registration?.isProved !== true) return await redirect(context, SHOP.register, 'registerOver')
  const form = readForm(AccountForm, context.request.body)
  const refuse = async (faults: Partial<AccountFaults>): Promise<void> => {
    const page = { frame: context.frame(), typed: form, faults: { ...NO_FAULTS, ...faults } }
    await sendPage(context, registerAccountPage(page), 422)
  }
  const t = texts(context.preferences.language)
  const asked = CustomerRegistration.safeParse({
    ...form,
    email: form.email.trim(),
    phone: registration.phone,
  })
  if (!asked.success)
    return await refuse(
      faultsIn(
        asked.error.issues.map(({ path }) => String(path[0])),
        t,
      ),
    )
  try {
    const call = { params: null, query: null, body: asked.data }
    await calls.upstream.store.asService(storeCustomersApi.registerCustomer, call)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.code === 'state_conflict') return await refuse({ email: t.storefront.entry.emailTaken })
    if (error.code === 'invalid') return await refuse({ password: problemWords(error, t) })
    throw error
  }
  const { email, password } = asked.data
  context.addCookie(cookies.registration.clear)
  const step = await signIns.begin(context, { email, password })
  await lead(given, context, { step, returnTo: registration.returnTo })
}

function faultsIn(fields: readonly string[], t: ReturnType<typeof texts>): Partial<AccountFaults> {
  const s = t.storefront.entry
  return {
    name: fields.includes('name') ? s.nameFault : null,
    email: fields.includes('email') ? s.emailFault : null,
    password: fields.includes('password') ? t.account.password.missing : null,
  }
}
