// The pages around one's own account: itself, its second factor, links, and the confirmation that it is you.
import type { FrameProps } from '../../views/frame-props.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { NO_PASSWORD_FAULTS } from '../../views/credentials/new-password.tsx'
import { ACCOUNT_NOTICES } from '../account/account-notices.ts'
import { accountPage } from '../account/account-page.tsx'
import { NO_FAULTS } from '../account/account-props.ts'
import { makePasskeyPage } from '../account/make-passkey-page.tsx'
import { recoveryCodesPage } from '../account/recovery-codes-page.tsx'
import { secondFactorPage } from '../account/second-factor-page.tsx'
import { emailLinkPage } from '../links/email-link-page.tsx'
import { forgotPage } from '../links/forgot-page.tsx'
import { linkOverPage, passwordLinkPage } from '../links/password-link-page.tsx'
import { noSmsPage } from '../links/no-sms-page.tsx'
import { resetLinkPage } from '../links/reset-link-page.tsx'
import { confirmPage, confirmedPage } from '../confirm/confirm-page.tsx'
import { HOSTILE, NOW } from './fixtures.ts'

/** Page by name. */
export function accountPages(frame: FrameProps): Record<string, string> {
  return {
    ...ownPages(frame),
    ...factorPages(frame),
    ...confirmPages(frame),
    ...linkPages({ ...frame, viewer: null }),
  }
}

const USER = {
  guid: '0b7c1f5e-6f0e-4a54-9a39-6f2f7a4f2f11',
  email: 'admin@relay.example',
  name: HOSTILE,
  role: 'Admin',
  pharmacyId: null,
  isActive: true,
} as const
const SESSION = {
  id: '5d1f6a52-2a0c-4e5b-8a61-1f0e7c9a3b22',
  kind: 'panel',
  agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '203.0.113.7',
  createdAt: '2026-11-18T08:12:00.000Z',
  lastUsedAt: '2026-11-20T11:58:00.000Z',
  isCurrent: true,
} as const

const PASSKEY = {
  id: 1,
  name: 'Laptop',
  createdAt: '2026-11-18T08:12:00.000Z',
  lastUsedAt: null,
  isBackedUp: false,
} as const
const SOME_PASSKEYS = {
  passkeys: [
    PASSKEY,
    { ...PASSKEY, id: 2, name: HOSTILE, lastUsedAt: '2026-11-20T11:58:00.000Z', isBackedUp: true },
  ],
  warning: reason('passkey_alone', {}),
  isHostOfNumbers: false,
}

function ownPages(frame: FrameProps) {
  const factor = { activeSince: null, recoveryCodesLeft: 0 }
  const passkeys = { passkeys: [], warning: null, isHostOfNumbers: false }
  const facts = { user: USER, factor, passkeys, sessions: [SESSION], now: NOW }
  const page = { frame, faults: NO_FAULTS, notice: null, ...facts }
  const other = { ...SESSION, isCurrent: false }
  const sessions = [
    SESSION,
    { ...other, id: '5d1f6a52-2a0c-4e5b-8a61-1f0e7c9a3b23', kind: 'storefront' as const, agent: HOSTILE },
    {
      ...other,
      id: '5d1f6a52-2a0c-4e5b-8a61-1f0e7c9a3b24',
      kind: 'other' as const,
      agent: null,
      address: null,
    },
  ]
  const faults = {
    password: { oldPassword: HOSTILE, newPassword: HOSTILE, repeat: null },
    email: { typed: HOSTILE, fault: HOSTILE },
    code: HOSTILE,
    passkey: HOSTILE,
  }
  const withFactor = { activeSince: '2026-11-19T08:00:00.000Z', recoveryCodesLeft: 2 }
  return {
    account: accountPage(page),
    'account, with passkeys': accountPage({ ...page, passkeys: SOME_PASSKEYS }),
    'account, with passkeys and an app, codes refused': accountPage({
      ...page,
      factor: withFactor,
      passkeys: SOME_PASSKEYS,
      faults: { ...NO_FAULTS, code: HOSTILE },
    }),
    'account, with passkeys at an address of numbers': accountPage({
      ...page,
      passkeys: { ...SOME_PASSKEYS, isHostOfNumbers: true },
    }),
    'account, at an address of numbers': accountPage({
      ...page,
      passkeys: { ...passkeys, isHostOfNumbers: true },
    }),
    'account, passkey without a name': accountPage({
      ...page,
      faults: { ...NO_FAULTS, passkey: texts(frame.language).account.passkeys.noName },
    }),
    'make a passkey': makePasskeyPage({ frame, name: HOSTILE, options: { challenge: HOSTILE } }),
    'account, with a factor and sessions': accountPage({ ...page, factor: withFactor, sessions, faults }),
    ...Object.fromEntries(
      ACCOUNT_NOTICES.map((notice) => [`account, ${notice}`, accountPage({ ...page, notice })]),
    ),
  }
}

function factorPages(frame: FrameProps) {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const enrolment = { secret, uri: `otpauth://totp/Pharmacy%20Relay?secret=${secret}` }
  const asked = {
    frame,
    enrolment: null,
    isActive: false,
    passkey: { isHostOfNumbers: false },
    fault: null,
  }
  const soon = { until: '2026-11-25T08:00:00.000Z', isOver: false }
  const codes = ['ABCDE-FGHJK', 'BCDEF-GHJKM']
  return {
    'second factor': secondFactorPage(asked),
    'second factor, soon due': secondFactorPage({ ...asked, frame: { ...frame, secondFactorDue: soon } }),
    'account, second factor overdue': secondFactorPage({
      ...asked,
      frame: { ...frame, path: '/account/second-factor', secondFactorDue: { ...soon, isOver: true } },
    }),
    'second factor, at an address of numbers': secondFactorPage({
      ...asked,
      passkey: { isHostOfNumbers: true },
    }),
    'second factor, passkey refused': secondFactorPage({ ...asked, fault: HOSTILE }),
    'second factor, another app': secondFactorPage({ ...asked, isActive: true, passkey: null }),
    'second factor, begun': secondFactorPage({ ...asked, enrolment, passkey: null }),
    'second factor, wrong code': secondFactorPage({ ...asked, enrolment, passkey: null, fault: HOSTILE }),
    'recovery codes': recoveryCodesPage({ frame, codes, reason: 'activated' }),
    'recovery codes, new': recoveryCodesPage({ frame, codes, reason: 'renewed' }),
  }
}

function confirmPages(frame: FrameProps) {
  const form = { action: '/relay/P-1042/approve', fields: [{ name: 'computer', value: HOSTILE }] }
  const asked = { frame, returnTo: '/relay/P-1042', form, ways: { code: false, passkey: false }, fault: null }
  return {
    confirm: confirmPage(asked),
    'confirm, with a code': confirmPage({
      ...asked,
      form: null,
      ways: { code: true, passkey: false },
      fault: HOSTILE,
    }),
    'confirm, with a passkey': confirmPage({ ...asked, ways: { code: true, passkey: true } }),
    confirmed: confirmedPage({ frame, form, returnTo: '/relay/P-1042' }),
  }
}

function linkPages(frame: FrameProps) {
  const { differ, missing } = texts(frame.language).account.password
  const wrong = { newPassword: missing, repeat: differ }
  const asked = { frame, email: '', isSent: false, fault: null }
  const reset = {
    askedByName: HOSTILE,
    askedAt: '2026-11-20T10:00:00.000Z',
    dueAt: '2026-11-21T10:00:05.000Z',
  }
  const email = { frame, state: 'asked', fault: null } as const
  const noSms = { frame, pharmacy: HOSTILE, isEnded: false, fault: null }
  return {
    'password link': passwordLinkPage({ frame, faults: NO_PASSWORD_FAULTS, fault: null }),
    'password link, refused': passwordLinkPage({ frame, faults: wrong, fault: HOSTILE }),
    'password link, over': linkOverPage({ frame, kind: 'password' }),
    'email link': emailLinkPage(email),
    'email link, refused': emailLinkPage({ ...email, fault: HOSTILE }),
    'email link, half': emailLinkPage({ ...email, state: 'half' }),
    'email link, done': emailLinkPage({ ...email, state: 'done' }),
    'email link, over': linkOverPage({ frame, kind: 'email' }),
    'reset link': resetLinkPage({ frame, reset, fault: null }),
    'reset link, refused': resetLinkPage({ frame, reset: { ...reset, dueAt: null }, fault: HOSTILE }),
    'reset link, objected': resetLinkPage({ frame, reset: null, fault: null }),
    'reset link, over': linkOverPage({ frame, kind: 'reset' }),
    'no more messages': noSmsPage(noSms),
    'no more messages, ended': noSmsPage({ ...noSms, isEnded: true }),
    'no more messages, over': noSmsPage({ ...noSms, pharmacy: null }),
    'no more messages, refused': noSmsPage({ ...noSms, pharmacy: null, fault: HOSTILE }),
    forgot: forgotPage(asked),
    'forgot, sent': forgotPage({ ...asked, isSent: true }),
    'forgot, refused': forgotPage({ ...asked, email: HOSTILE, fault: HOSTILE }),
  }
}
