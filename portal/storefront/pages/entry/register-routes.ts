// Registration: a phone, the code that came by SMS, then name, e-mail and password; signed in afterwards.
//
// An answer that did not come in time is no end of it: each step says what to do, and may be sent again.
//
// Nothing here says whether a phone is known: the first step answers the same for every number, and the second takes no code of one
// that is not.
import { Router } from 'express'
import { z } from 'zod'
import { CustomerRegistration, storeCustomersApi } from '@pharmacy-relay/shared/api/store-customers.ts'
import { smsApi } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../../http/forms.ts'
import { problemWords } from '../../../http/problem-words.ts'
import { isUnanswered } from '../../http/shop-problems.tsx'
import { phoneOf } from './typed-phone.ts'
import { returnPath } from '../../../session/return-to.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import { redirect, sendPage } from '../../http/shop-replies.ts'
import { SHOP } from '../../paths.ts'
import type { ShopStep } from '../../session/customer-sign-ins.ts'
import type { Registration } from '../../session/shop-cookies.ts'
import { noticeOf } from '../../views/notices.tsx'
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
    route((context) => showCode(given, context)),
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
  refused: { readonly phone: string; readonly fault: string; readonly returnTo: string | null } | null,
): Promise<void> {
  const frame = context.frame()
  const returnTo = refused === null ? returnPath(context.request.query['returnTo']) : refused.returnTo
  const notice = noticeOf(context.notice, texts(frame.language))
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
  const returnTo = returnPath(form.returnTo) ?? before?.returnTo ?? null
  if (phone === null)
    return await showPhone(context, { phone: form.phone, fault: t.storefront.entry.phoneFault, returnTo })
  const body = { phone, language: context.preferences.language }
  const begun = await cookies.registration.write({ phone, isProved: false, returnTo })
  try {
    await calls.open(context, smsApi.askStoreCode, { body, api: calls.upstream.pharmacy })
  } catch (error) {
    if (isUnanswered(error)) {
      // The code may be on its way.
      context.addCookie(begun)
      return await sendCode(context, { phone, fault: t.storefront.entry.noAnswer.asked }, error)
    }
    if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error
    return await showPhone(context, { phone, fault: problemWords(error, t), returnTo })
  }
  context.addCookie(begun)
  await redirect(context, SHOP.registerCode)
}

async function underWay({ cookies }: RegisterGiven, context: ShopContext): Promise<Registration | null> {
  return await cookies.registration.read(context.request.headers.cookie)
}

async function showCode(given: RegisterGiven, context: ShopContext): Promise<void> {
  const registration = await underWay(given, context)
  if (registration === null) return await redirect(context, SHOP.register, 'registerOver')
  await sendCode(context, { phone: registration.phone, fault: null }, null)
}

async function sendCode(
  context: ShopContext,
  shown: { readonly phone: string; readonly fault: string | null },
  error: ProblemError | null,
): Promise<void> {
  const status = error === null ? 200 : PROBLEM_CODES[error.code].status
  await sendPage(context, registerCodePage({ frame: context.frame(), ...shown }), status)
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
    const isAnswered = !isUnanswered(error)
    if (!(error instanceof ProblemError) || (isAnswered && error.code !== 'invalid')) throw error
    const { codeFault, noAnswer } = texts(context.preferences.language).storefront.entry
    return await sendCode(context, { phone, fault: isAnswered ? codeFault : noAnswer.code }, error)
  }
  context.addCookie(await cookies.registration.write({ ...registration, isProved: true }))
  await redirect(context, SHOP.registerAccount)
}

const NO_FAULTS: AccountFaults = { account: null, name: null, email: null, password: null }

async function showAccount(given: RegisterGiven, context: ShopContext): Promise<void> {
  const registration = await underWay(given, context)
  if (registration?.isProved !== true) return await redirect(context, SHOP.register, 'registerOver')
  await sendAccount(context, { typed: { name: '', email: '' }, faults: {}, status: 200 })
}

interface AccountShown {
  readonly typed: { readonly name: string; readonly email: string }
  readonly faults: Partial<AccountFaults>
  readonly status: number
}

async function sendAccount(
  context: ShopContext,
  { typed: given, faults, status }: AccountShown,
): Promise<void> {
  const page = { frame: context.frame(), typed: given, faults: { ...NO_FAULTS, ...faults } }
  await sendPage(context, registerAccountPage(page), status)
}

/** `again`: the answer to the press before did not come, so that the account may be there already. */
const AccountForm = z.object({ name: typed(200), email: typed(300), password: typed(1_024), again: typed(1) })

async function makeAccount(given: RegisterGiven, context: ShopContext): Promise<void> {
  const { cookies, signIns } = given
  const registration = await underWay(given, context)
  if (registration?.isProved !== true) return await redirect(context, SHOP.register, 'registerOver')
  const { again, ...form } = readForm(AccountForm, context.request.body)
  const t = texts(context.preferences.language)
  const refuse = async (faults: Partial<AccountFaults>, status = 422): Promise<void> =>
    await sendAccount(context, { typed: form, faults, status })
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
  const error = await notMade(given, asked.data)
  if (error !== null && isUnanswered(error))
    return await refuse({ account: t.storefront.entry.noAnswer.account }, PROBLEM_CODES[error.code].status)
  if (error?.code === 'invalid') return await refuse({ password: problemWords(error, t) })
  const isTaken = error !== null
  if (isTaken && again === '') return await refuse({ email: t.storefront.entry.emailTaken })
  const step = await firstSignIn(signIns, context, asked.data)
  if (isTaken && step === null) return await refuse({ email: t.storefront.entry.emailTaken })
  context.addCookie(cookies.registration.clear)
  if (step === null) return await redirect(context, SHOP.signIn, 'registered')
  await lead(given, context, { step, returnTo: registration.returnTo })
}

/** Null once it is made. Throws what neither a person nor another try can put right. */
async function notMade(
  { calls }: RegisterGiven,
  body: z.infer<typeof CustomerRegistration>,
): Promise<ProblemError | null> {
  try {
    const call = { params: null, query: null, body }
    await calls.upstream.store.asService(storeCustomersApi.registerCustomer, call, { isLong: true })
    return null
  } catch (error) {
    const isKnown = error instanceof ProblemError && ['state_conflict', 'invalid'].includes(error.code)
    if (!isKnown && !isUnanswered(error)) throw error
    return error
  }
}

/** Null where it does not succeed: the account is made all the same, and its owner can sign in later. */
async function firstSignIn(
  signIns: RegisterGiven['signIns'],
  context: ShopContext,
  { email, password }: z.infer<typeof CustomerRegistration>,
): Promise<ShopStep | null> {
  try {
    return await signIns.begin(context, { email, password })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    return null
  }
}

function faultsIn(fields: readonly string[], t: ReturnType<typeof texts>): Partial<AccountFaults> {
  const s = t.storefront.entry
  return {
    account: null,
    name: fields.includes('name') ? s.nameFault : null,
    email: fields.includes('email') ? s.emailFault : null,
    password: fields.includes('password') ? t.account.password.missing : null,
  }
}
