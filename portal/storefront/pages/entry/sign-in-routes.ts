// GET and POST /sign-in, its code, POST /sign-out, POST /preferences.
import { Router } from 'express'
import { z } from 'zod'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../../http/forms.ts'
import { problemWords } from '../../../http/problem-words.ts'
import { returnPath } from '../../../session/return-to.ts'
import type { Sessions } from '../../../session/sessions.ts'
import { Theme } from '../../../views/theme.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { redirect, sendPage } from '../../http/shop-replies.ts'
import { SHOP, signInPath } from '../../paths.ts'
import type { CustomerSignIns, ShopStep } from '../../session/customer-sign-ins.ts'
import type { ShopCookies } from '../../session/shop-cookies.ts'
import { noticeOf } from '../../views/notices.tsx'
import { codePage, signInPage } from './sign-in-page.tsx'

export interface EntryGiven {
  readonly contexts: ShopContexts
  readonly sessions: Sessions
  readonly signIns: CustomerSignIns
  readonly cookies: ShopCookies
}

export function signInRoutes(given: EntryGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(SHOP.signIn, route(showSignIn))
  router.post(
    SHOP.signIn,
    route((context) => signIn(given, context)),
  )
  router.get(
    SHOP.signInCode,
    route((context) => showCode(given, context, null)),
  )
  router.post(
    SHOP.signInCode,
    route((context) => finish(given, context)),
  )
  router.post(
    SHOP.signOut,
    route((context) => signOut(given, context)),
  )
  router.post(SHOP.preferences, route(choose))
  return router
}

async function showSignIn(context: ShopContext): Promise<void> {
  const returnTo = returnPath(context.request.query['returnTo'])
  if (context.session !== null) return await redirect(context, returnTo ?? SHOP.account)
  const frame = context.frame()
  const notice = noticeOf(context.notice, texts(frame.language))
  await sendPage(context, signInPage({ frame, notice, fault: null, email: '', returnTo }))
}

const SignInForm = z.object({ email: typed(254), password: typed(1_024), returnTo: typed(1_000) })

async function signIn(given: EntryGiven, context: ShopContext): Promise<void> {
  const { email, password, ...form } = readForm(SignInForm, context.request.body)
  const returnTo = returnPath(form.returnTo)
  try {
    await lead(given, context, { step: await given.signIns.begin(context, { email, password }), returnTo })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const isWrong = error.code === 'token_invalid' || error.code === 'invalid'
    if (!isWrong && error.code !== 'rate_limited') throw error
    const frame = context.frame()
    const t = texts(frame.language)
    const fault = isWrong ? t.signIn.wrong : problemWords(error, t)
    if (error.retryAfterS !== null) context.response.set('Retry-After', String(error.retryAfterS))
    const status = isWrong ? 401 : PROBLEM_CODES[error.code].status
    await sendPage(context, signInPage({ frame, notice: null, fault, email, returnTo }), status)
  }
}

/** Where a sign-in leads: on, or to its code. */
export async function lead(
  { cookies }: Pick<EntryGiven, 'cookies'>,
  context: ShopContext,
  { step, returnTo }: { readonly step: ShopStep; readonly returnTo: string | null },
): Promise<void> {
  if (step.kind === 'entered') {
    context.addCookie(cookies.waiting.clear)
    return await redirect(context, returnTo ?? SHOP.home, step.hasMerged ? 'merged' : 'signedIn')
  }
  context.addCookie(await cookies.waiting.write({ token: step.token, returnTo }))
  await redirect(context, SHOP.signInCode)
}

async function showCode({ cookies }: EntryGiven, context: ShopContext, fault: string | null): Promise<void> {
  const waiting = await cookies.waiting.read(context.request.headers.cookie)
  if (waiting === null) return await redirect(context, SHOP.signIn, 'codeOver')
  await sendPage(context, codePage({ frame: context.frame(), fault }), fault === null ? 200 : 422)
}

const CodeForm = z.object({ code: typed(40) })

async function finish(given: EntryGiven, context: ShopContext): Promise<void> {
  const waiting = await given.cookies.waiting.read(context.request.headers.cookie)
  if (waiting === null) return await redirect(context, SHOP.signIn, 'codeOver')
  const { code } = readForm(CodeForm, context.request.body)
  try {
    const step = await given.signIns.finish(context, waiting.token, code.trim())
    await lead(given, context, { step, returnTo: waiting.returnTo })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.code === 'token_invalid')
      return await redirect(context, signInPath(waiting.returnTo), 'codeOver')
    if (error.code !== 'invalid' && error.code !== 'rate_limited') throw error
    await showCode(given, context, problemWords(error, texts(context.preferences.language)))
  }
}

/** The basket of the account stays there; this browser shows none any more. */
async function signOut({ sessions, cookies }: EntryGiven, context: ShopContext): Promise<void> {
  if (context.session !== null) await sessions.end(context.session, context.clientAddress)
  context.session = null
  context.addCookie(cookies.basket.clear)
  await redirect(context, SHOP.home, 'signedOut')
}

const PreferencesForm = z.object({
  language: Language.optional(),
  theme: Theme.optional(),
  returnTo: typed(1_000),
})

async function choose(context: ShopContext): Promise<void> {
  const { returnTo, language, theme } = readForm(PreferencesForm, context.request.body)
  const now = context.preferences
  context.choose({ language: language ?? now.language, theme: theme ?? now.theme })
  await redirect(context, returnTo === SHOP.signIn ? SHOP.signIn : (returnPath(returnTo) ?? SHOP.home))
}
