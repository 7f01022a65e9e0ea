// How somebody is invited: the Admin's form, and the link on the page of the SMS stand-in.
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import { expect, type Page } from '@playwright/test'
import type { RunningDemo } from '../running-demo.ts'

export interface Invited {
  readonly name: string
  readonly email: string
  /** With country code. */
  readonly phone: string
}

interface Sending {
  readonly invited: Invited
  /** Of the page and of the message. */
  readonly language: Language
  /** Looks at the form as it is sent. */
  readonly look: () => Promise<void>
}

/** On the page of the form; ends on the page of the new user. */
export async function sendInvitation(page: Page, { invited, language, look }: Sending): Promise<void> {
  const t = texts(language)
  await page.getByLabel(t.pharmacies.name).fill(invited.name)
  await page.getByLabel(t.pharmacies.email).fill(invited.email)
  await page.getByLabel(t.pharmacies.phone).fill(invited.phone)
  await page.getByLabel(t.pharmacy.role).selectOption('Support')
  await page.getByLabel(t.staff.messageLanguage).selectOption(language)
  await look()
  await page.getByRole('button', { name: t.staff.send }).click()
  await expect(page.getByText(t.staff.invited)).toBeVisible()
}

export interface Link {
  readonly link: string
  readonly token: string
}

interface Sought {
  /** Whom it was sent to. */
  readonly phone: string
  /** Unless said, of a password. */
  readonly kind?: 'password-link' | 'reset-link'
  /** Another one than this. */
  readonly after?: Link
}

/** The newest link of that kind to that number on the page of the SMS stand-in; waits for it. */
export async function linkFromSms(
  page: Page,
  running: RunningDemo,
  { phone, kind = 'password-link', after }: Sought,
): Promise<Link> {
  const reader = await page.context().newPage()
  const pattern = new RegExp(`\\S+/${kind}/([A-Za-z0-9_-]{43})`)
  let found: RegExpExecArray | null = null
  await expect(async () => {
    await reader.goto(running.demo.smsPageUrl ?? '')
    const row = reader
      .getByRole('row')
      .filter({ hasText: phone })
      .filter({ hasText: `/${kind}/` })
      .first()
    found = pattern.exec((await row.textContent({ timeout: 1_000 })) ?? '')
    expect(found).not.toBeNull()
    expect(found?.[1]).not.toBe(after?.token)
  }).toPass()
  await reader.close()
  const [link = '', token = ''] = found ?? []
  return { link, token }
}
