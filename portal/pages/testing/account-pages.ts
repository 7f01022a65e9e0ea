// The pages around one's own account: links, and the confirmation that it is you.
import type { FrameProps } from '../../views/frame-props.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { NO_PASSWORD_FAULTS } from '../../views/new-password.tsx'
import { emailLinkPage } from '../links/email-link-page.tsx'
import { forgotPage } from '../links/forgot-page.tsx'
import { linkOverPage, passwordLinkPage } from '../links/password-link-page.tsx'
import { confirmPage, confirmedPage } from '../confirm/confirm-page.tsx'
import { HOSTILE } from './fixtures.ts'

/** Page by name. */
export function accountPages(frame: FrameProps): Record<string, string> {
  return { ...confirmPages(frame), ...linkPages({ ...frame, viewer: null }) }
}

function confirmPages(frame: FrameProps) {
  const form = { action: '/relay/P-1042/approve', fields: [{ name: 'computer', value: HOSTILE }] }
  const asked = { frame, returnTo: '/relay/P-1042', form, asksCode: false, fault: null }
  return {
    confirm: confirmPage(asked),
    'confirm, with a code': confirmPage({ ...asked, form: null, asksCode: true, fault: HOSTILE }),
    confirmed: confirmedPage({ frame, form, returnTo: '/relay/P-1042' }),
  }
}

function linkPages(frame: FrameProps) {
  const { differ, missing } = texts(frame.language).account.password
  const wrong = { newPassword: missing, repeat: differ }
  const asked = { frame, email: '', isSent: false, fault: null }
  const email = { frame, state: 'asked', fault: null } as const
  return {
    'password link': passwordLinkPage({ frame, faults: NO_PASSWORD_FAULTS, fault: null }),
    'password link, refused': passwordLinkPage({ frame, faults: wrong, fault: HOSTILE }),
    'password link, over': linkOverPage({ frame, kind: 'password' }),
    'email link': emailLinkPage(email),
    'email link, refused': emailLinkPage({ ...email, fault: HOSTILE }),
    'email link, half': emailLinkPage({ ...email, state: 'half' }),
    'email link, done': emailLinkPage({ ...email, state: 'done' }),
    'email link, over': linkOverPage({ frame, kind: 'email' }),
    forgot: forgotPage(asked),
    'forgot, sent': forgotPage({ ...asked, isSent: true }),
    'forgot, refused': forgotPage({ ...asked, email: HOSTILE, fault: HOSTILE }),
  }
}
