// The page of one's own account: who one is, password, e-mail address, second factor, passkeys, sessions. One section each, in files of their own.
import type { ComponentChildren } from 'preact'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { accountNoticeText } from './account-notices.ts'
import type { AccountPageProps, SectionProps } from './account-props.ts'
import { EmailSection } from './email-section.tsx'
import { FactorSection } from './factor-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function accountPage(page: AccountPageProps): string {
  const { frame, notice } = page
  const t = texts(frame.language)
  const given = { page, t }
  return pageDocument({
    frame,
    title: t.account.title,
    children: (
      <div class="account">
        <h1>{t.account.title}</h1>
        {notice !== null && (
          <Notice kind="success" once>
            {accountNoticeText(notice, t)}
          </Notice>
        )}
        <Section title={t.account.profile.title}>
          <ProfileFacts {...given} />
        </Section>
        <Section title={t.account.factor.title}>
          <FactorSection {...given} />
        </Section>
        <Section title={t.account.passkeys.title}>
          <PasskeysSection {...given} />
        </Section>
        <Section title={t.account.password.title}>
          <PasswordSection {...given} />
        </Section>
        <Section title={t.account.email.title}>
          <EmailSection {...given} />
        </Section>
        <Section title={t.account.sessions.title}>
          <SessionsSection {...given} />
        </Section>
      </div>
    ),
  })
}

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card-plain account-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function ProfileFacts({ page, t }: SectionProps) {
  const { name, email, role } = page.user
  return (
    <dl class="facts">
      <div>
        <dt>{t.account.profile.name}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t.signIn.email}</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>{t.account.profile.role}</dt>
        <dd>{t.userRoles[role]}</dd>
      </div>
    </dl>
  )
}
