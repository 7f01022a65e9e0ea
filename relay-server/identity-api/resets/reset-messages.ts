// Tells the owner of a second factor that it is to be reset, with a link to object, and that it was.
import { RESET_LINK_PATH, RESET_NOTICE_MS } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { Ways } from '../links/link-messages.ts'
import type { UserRow } from '../users/users.queries.ts'

interface Message {
  /** The same key is never sent twice by SMS. */
  readonly key: string
  readonly subject: string
  readonly text: string
  readonly sms: string
}

interface ResetMessage {
  readonly user: UserRow
  readonly language: Language
  readonly key: string
}

/** Throws when no way reached him. */
export async function tellReset(
  ways: Ways,
  { user, language, key, token }: ResetMessage & { readonly token: string },
): Promise<void> {
  const t = texts(language).messages
  const facts = { link: `${ways.publicUrl}${RESET_LINK_PATH}${token}`, hours: RESET_NOTICE_MS / 3_600_000 }
  const message = { key, subject: t.resetSubject, text: t.resetText(facts), sms: t.resetSms(facts) }
  await tell(ways, user, message)
}

/** Throws when no way reached him. */
export async function tellResetDone(ways: Ways, { user, language, key }: ResetMessage): Promise<void> {
  const t = texts(language).messages
  await tell(ways, user, { key, subject: t.resetDoneSubject, text: t.resetDoneText, sms: t.resetDoneSms })
}

/** By every way there is: who took over a mailbox must not be the only one who hears of it. */
async function tell(ways: Ways, user: UserRow, { key, subject, text, sms }: Message): Promise<void> {
  const { phone, email } = user
  const sent = await Promise.allSettled([
    ways.mailer === null ? notSent() : ways.mailer.send({ to: email, subject, text }),
    ways.sms === null || phone === null
      ? notSent()
      : ways.sms
          .send({ key, phone, text: sms })
          .then((outcome) => (outcome === 'sent' ? undefined : notSent())),
  ])
  if (sent.every(({ status }) => status === 'rejected')) await notSent()
}

async function notSent(): Promise<void> {
  throw new Error('There is no way to this user')
}
