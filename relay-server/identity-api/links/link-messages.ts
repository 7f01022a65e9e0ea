// Puts links into messages and sends them: by mail where it is set up, else by SMS to who has a phone.
import { EMAIL_LINK_PATH, PASSWORD_LINK_PATH } from '@pharmacy-relay/shared/api/identity-links.ts'
import { SHOP_ROLES } from '@pharmacy-relay/shared/api/access.ts'
import type { LinkWay } from '@pharmacy-relay/shared/api/identity-users.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { Mailer } from '../messages/mailer.ts'
import type { SmsSender } from '../messages/sms-sender.ts'
import type { UserRow } from '../users/users.queries.ts'
import { linkTokenHash } from './link-tokens.ts'
import { LINK_MS } from './password-links.queries.ts'

/** Ways to people, and our own addresses: links are made of them and never of what a request says. */
export interface Ways {
  readonly mailer: Mailer | null
  readonly sms: SmsSender | null
  /** The panel's. */
  readonly publicUrl: string
  /** The storefront's, where people of pharmacies choose their passwords; null: they do so in the panel. */
  readonly shopUrl: string | null
}

export interface PasswordMessage {
  readonly user: UserRow
  readonly token: string
  readonly language: Language
}

/** How a link goes to this user. */
export function wayTo({ mailer, sms }: Ways, user: Pick<UserRow, 'phone'>): LinkWay {
  if (mailer !== null) return 'mail'
  return sms !== null && user.phone !== null ? 'sms' : 'none'
}

/** Whether a link can reach this user. */
export function canReach(ways: Ways, user: Pick<UserRow, 'phone'>): boolean {
  return wayTo(ways, user) !== 'none'
}

/** Throws ProblemError `not_supported` when nothing is set up that reaches the user. */
export function requireWay(ways: Ways, user: Pick<UserRow, 'phone'>): void {
  if (!canReach(ways, user)) throw new ProblemError('not_supported', reason('no_way_to_send', {}))
}

/** Throws when it was not sent. */
export async function sendPasswordLink(
  ways: Ways,
  { user, token, language }: PasswordMessage,
): Promise<void> {
  const t = texts(language).messages
  // Where he may sign in with it: the panel refuses people of pharmacies.
  const isOfPharmacy = SHOP_ROLES.some((role) => role === user.role)
  const site = isOfPharmacy ? (ways.shopUrl ?? ways.publicUrl) : ways.publicUrl
  const link = `${site}${PASSWORD_LINK_PATH}${token}`
  const facts = { link, minutes: LINK_MS / 60_000 }
  if (ways.mailer !== null) {
    const isInvitation = user.passwordSetAt === null
    const subject = isInvitation ? t.invitationSubject : t.passwordSubject
    const text = isInvitation ? t.invitationText(facts) : t.passwordText(facts)
    const where = user.role === 'Pharmacist' ? `\n\n${t.pharmacistSignsIn}` : ''
    return ways.mailer.send({ to: user.email, subject, text: text + where })
  }
  const { phone } = user
  if (ways.sms === null || phone === null) throw new Error('There is no way to this user')
  const key = `link:${linkTokenHash(token).toString('hex').slice(0, 32)}`
  const outcome = await ways.sms.send({ key, phone, text: t.linkSms(facts) })
  if (outcome !== 'sent') throw new Error(`The text message is ${outcome}`)
}

export interface EmailMessage {
  readonly to: string
  readonly token: string
  readonly newEmail: string
  readonly hours: number
  readonly language: Language
}

/** Throws when it was not sent. */
export async function sendEmailLink(ways: Ways, message: EmailMessage): Promise<void> {
  const { to, token, newEmail, hours, language } = message
  const t = texts(language).messages
  const link = `${ways.publicUrl}${EMAIL_LINK_PATH}${token}`
  if (ways.mailer === null) throw new Error('No mail server is set up')
  await ways.mailer.send({ to, subject: t.emailSubject, text: t.emailText({ link, hours, email: newEmail }) })
}
