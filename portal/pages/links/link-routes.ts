// Links that were sent to people. GET …/:token moves the token out of the address; GET and POST without it do the rest.
import { Router, type RequestHandler } from 'express'
import { LinkToken } from '@pharmacy-relay/shared/api/identity-links.ts'
import { OptOutToken } from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'
import { redirect } from '../../http/replies.ts'
import type { FollowedLink } from '../../session/short-cookies.ts'
import { PATHS } from '../../views/paths.ts'
import { confirmEmail, showEmail } from './email-link.ts'
import { askForLink, showForgot } from './forgot.ts'
import { endSms, sendNoSmsOver, showNoSms } from './no-sms.ts'
import { objectToReset, showReset } from './reset-link.ts'
import { choosePassword, showPassword } from './password-link.ts'
import { sendLinkOver, type LinkVisit, type LinksGiven } from './link-visit.ts'

export function linkRoutes(given: LinksGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(`${PATHS.passwordLink}/:token`, takeUp(given, 'password'))
  router.get(`${PATHS.emailLink}/:token`, takeUp(given, 'email'))
  router.get(`${PATHS.resetLink}/:token`, takeUp(given, 'reset'))
  router.get(`${PATHS.noSms}/:token`, takeUp(given, 'no-sms'))
  router.get(PATHS.passwordLink, followed(given, 'password', showPassword))
  router.post(PATHS.passwordLink, followed(given, 'password', choosePassword))
  router.get(PATHS.emailLink, followed(given, 'email', showEmail))
  router.post(PATHS.emailLink, followed(given, 'email', confirmEmail))
  router.get(PATHS.resetLink, followed(given, 'reset', showReset))
  router.post(PATHS.resetLink, followed(given, 'reset', objectToReset))
  router.get(PATHS.noSms, followed(given, 'no-sms', showNoSms))
  router.post(PATHS.noSms, followed(given, 'no-sms', endSms))
  router.get(PATHS.forgotPassword, showForgot(given))
  router.post(PATHS.forgotPassword, askForLink(given))
  return router
}

const PAGES = {
  password: PATHS.passwordLink,
  email: PATHS.emailLink,
  reset: PATHS.resetLink,
  'no-sms': PATHS.noSms,
} as const

/** Nothing is consumed: scanners of mails and previews of messages open links, too. The address stays in no history, and is told to nobody. */
function takeUp({ contexts, cookies }: LinksGiven, kind: FollowedLink['kind']): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const link = linkOf(kind, request.params['token'])
    context.addCookie(link === null ? cookies.link.clear : await cookies.link.write(link))
    response.set('Referrer-Policy', 'no-referrer')
    await redirect(context, PAGES[kind])
  }
}

/** Null for what is no token of this kind. */
function linkOf(kind: FollowedLink['kind'], text: unknown): FollowedLink | null {
  const token = (kind === 'no-sms' ? OptOutToken : LinkToken).safeParse(text)
  return token.success ? { kind, token: token.data } : null
}

function followed(
  given: LinksGiven,
  kind: FollowedLink['kind'],
  handler: (visit: LinkVisit) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    const context = given.contexts.of(response)
    const link = await given.cookies.link.read(request.headers.cookie)
    if (link?.kind !== kind)
      return await (kind === 'no-sms' ? sendNoSmsOver({ context }) : sendLinkOver(context, kind))
    await handler({ ...given, context, token: link.token })
  }
}
