// Users, invitations and text messages in every state.
import type { UserSession } from '@pharmacy-relay/shared/api/identity-account.ts'
import { SmsFault, SmsState, type SmsLogEntry } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { SessionKind } from '@pharmacy-relay/shared/api/identity-user.ts'
import {
  MessageReason,
  MessageState,
  MessageTemplate,
  type MessageLogEntry,
} from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { UserDetail } from '@pharmacy-relay/shared/api/identity-users.ts'
import type { FactorReset } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { messageLogPage } from '../sms-log/message-log-page.tsx'
import { smsLogPage } from '../sms-log/sms-log-page.tsx'
import { invitePage } from '../staff/invite-page.tsx'
import { userNotices, type UserNotice } from '../staff/user-notices.ts'
import { userPage } from '../staff/user-page.tsx'
import { EVERYBODY } from '../staff/users-address.ts'
import { usersPage } from '../staff/users-page.tsx'
import { HOSTILE } from './fixtures.ts'

export function userOf(changes: Partial<UserDetail> = {}): UserDetail {
  return {
    guid: '7b5cc1de-6a43-4b50-8a15-3f4de8a4f2a1',
    email: 'nia@relay.example',
    name: 'Nia New',
    role: 'Support',
    pharmacyId: null,
    isActive: true,
    phone: '+441234567890',
    createdAt: '2026-11-02T08:00:00.000Z',
    passwordSetAt: '2026-11-02T09:00:00.000Z',
    lastUsedAt: '2026-11-20T11:00:00.000Z',
    linkEndsAt: null,
    reachedBy: 'sms',
    ...changes,
  }
}

function sessionOf(changes: Partial<UserSession> = {}): UserSession {
  return {
    id: '0d2a6a3e-94b1-4f41-8b53-0e6c9c8f7e11',
    kind: 'panel',
    agent: 'Mozilla/5.0 (X11; Linux x86_64) Chromium/141',
    address: '203.0.113.20',
    createdAt: '2026-11-20T08:00:00.000Z',
    lastUsedAt: '2026-11-20T11:00:00.000Z',
    isCurrent: false,
    ...changes,
  }
}

export function resetOf(changes: Partial<FactorReset> = {}): FactorReset {
  const { guid, name, email } = userOf()
  return {
    user: { guid, name, email },
    askedBy: { guid: '2c7d8e9f-0a1b-4c2d-8e3f-405162738495', name: 'Ada Admin', email: 'ada@relay.example' },
    askedAt: '2026-11-20T10:00:00.000Z',
    dueAt: '2026-11-21T10:00:05.000Z',
    objectedAt: null,
    ...changes,
  }
}

function smsOf(changes: Partial<SmsLogEntry> = {}): SmsLogEntry {
  return {
    id: 7,
    createdAt: '2026-11-20T11:00:00.000Z',
    endedAt: '2026-11-20T11:00:01.000Z',
    phoneEnd: '7890',
    state: 'sent',
    fault: null,
    providerCode: null,
    ...changes,
  }
}

export function messageOf(changes: Partial<MessageLogEntry> = {}): MessageLogEntry {
  return {
    id: 1,
    createdAt: '2026-11-20T11:00:00.000Z',
    updatedAt: '2026-11-20T11:00:01.000Z',
    pharmacyId: null,
    template: 'store_code',
    phoneTail: '90',
    state: 'handed_over',
    reason: null,
    segments: 1,
    smsId: 7,
    ...changes,
  }
}

const SESSIONS: readonly UserSession[] = SessionKind.options.map((kind, index) =>
  sessionOf({
    id: `0d2a6a3e-94b1-4f41-8b53-0e6c9c8f7e1${index}`,
    kind,
    isCurrent: index === 0,
    agent: index === 1 ? HOSTILE : index === 2 ? null : 'Chromium',
  }),
)

export function staffPages(frame: FrameProps): Record<string, string> {
  return {
    ...listPages(frame),
    ...userPages(frame),
    ...invitePages(frame),
    ...smsPages(frame),
    ...messagePages(frame),
  }
}

function listPages(frame: FrameProps) {
  const hostile = { guid: userOf().guid, name: HOSTILE, email: 'x@relay.example' }
  const resets = [resetOf(), resetOf({ user: hostile, askedBy: hostile, dueAt: null })]
  const page = (items: UserDetail[], changes: Partial<typeof EVERYBODY> = {}, total = items.length) =>
    usersPage({
      frame: { ...frame, path: '/staff' },
      filter: { ...EVERYBODY, ...changes },
      list: { items, total, page: 1, pageSize: 50 },
      resets,
    })
  const users = [
    userOf(),
    userOf({ name: HOSTILE, email: HOSTILE, passwordSetAt: null, lastUsedAt: null }),
    userOf({ isActive: false, role: 'Pharmacist', pharmacyId: 12 }),
  ]
  return {
    users: page(users),
    'users, second page of a search': page(users, { q: HOSTILE, page: 2 }, 53),
    'users, nobody': page([], { role: 'Admin' }),
    'users, past the end': page([], { page: 9 }, 3),
  }
}

function userPages(frame: FrameProps) {
  const page = (changes: Partial<UserDetail> = {}, more: Partial<Parameters<typeof userPage>[0]> = {}) =>
    userPage({
      frame,
      user: userOf(changes),
      sessions: SESSIONS,
      reset: null,
      notice: null,
      problem: null,
      ...more,
    })
  const refused = (problem: ProblemError) => page({}, { problem })
  return {
    user: page(),
    ...resetStates((asked, viewerGuid) => page({}, { reset: { asked, viewerGuid } })),
    'user, hostile': page({ name: HOSTILE, email: HOSTILE, reachedBy: 'mail' }),
    'user, invited': page(
      { passwordSetAt: null, lastUsedAt: null, linkEndsAt: '2026-11-20T12:30:00.000Z' },
      { sessions: [] },
    ),
    'user, out of reach': page({ phone: null, reachedBy: 'none' }),
    'user, disabled': page({ isActive: false }, { sessions: null }),
    'user, pharmacist': page({ role: 'Pharmacist', pharmacyId: 12 }),
    'user, last Admin': refused(new ProblemError('state_conflict', reason('last_admin', {}))),
    'user, too many links': refused(new ProblemError('rate_limited', 'x', { retryAfterS: 3_600 })),
    'user, service away': refused(new ProblemError('unavailable', 'x')),
    ...Object.fromEntries(
      userNotices().map((notice: UserNotice) => [`user says ${notice}`, page({}, { notice })]),
    ),
  }
}

function resetStates(page: (asked: FactorReset | null, viewerGuid: string) => string) {
  const { user, askedBy, askedAt } = resetOf()
  const other = '9d3c2b1a-0f9e-4d8c-8b7a-695847362514'
  return {
    'user, no reset': page(null, other),
    'user, reset to confirm': page(resetOf({ askedBy: { ...askedBy, name: HOSTILE } }), other),
    'user, own reset asked': page(resetOf({ dueAt: null }), askedBy.guid),
    'user, objected': page(resetOf({ objectedAt: askedAt }), other),
    'user, own account': page(resetOf(), user.guid),
  }
}

function invitePages(frame: FrameProps) {
  const values = { name: '', email: '', phone: '', role: 'Support', language: frame.language }
  const hostile = { ...values, name: HOSTILE, email: HOSTILE, phone: HOSTILE, role: HOSTILE }
  const faults = ['name', 'email', 'phone'].map((name) => ({ path: `body.${name}`, message: HOSTILE }))
  const taken = new ProblemError('state_conflict', reason('email_taken', {}))
  return {
    invite: invitePage({ frame, values, faults: [], way: 'none', problem: null }),
    'invite, faulty': invitePage({ frame, values: hostile, faults, way: 'sms', problem: null }),
    'invite, taken': invitePage({ frame, values: hostile, faults: [], way: 'mail', problem: taken }),
  }
}

function smsPages(frame: FrameProps) {
  const page = (items: SmsLogEntry[], changes: { total?: number; isSetUp?: boolean; page?: number } = {}) => {
    const { total = items.length, isSetUp = true, page: at = 1 } = changes
    return smsLogPage({
      frame: { ...frame, path: '/sms-log' },
      query: { page: at, pageSize: 50 },
      list: { items, total, page: 1, pageSize: 50, isSetUp },
    })
  }
  const states = SmsState.options.map((state, index) => smsOf({ id: index + 10, state, endedAt: null }))
  const faults = SmsFault.options.map((fault, index) =>
    smsOf({ id: index + 20, state: 'failed', fault, providerCode: HOSTILE }),
  )
  return {
    'text messages': page([...states, ...faults]),
    'text messages, third page': page(states, { total: 200, page: 3 }),
    'text messages, none': page([], { isSetUp: false }),
    'text messages, past the end': page([], { total: 3, page: 9 }),
  }
}

function messagePages(frame: FrameProps) {
  const page = (items: MessageLogEntry[], changes: { total?: number; page?: number } = {}) =>
    messageLogPage({
      frame: { ...frame, path: '/sms-log/pharmacy' },
      query: { page: changes.page ?? 1, pageSize: 50 },
      list: { items, total: changes.total ?? items.length, page: 1, pageSize: 50 },
    })
  const states = MessageState.options.map((state, index) => messageOf({ id: index + 10, state }))
  const reasons = MessageReason.options.map((reason, index) =>
    messageOf({ id: index + 20, state: 'suppressed', reason, segments: 0, smsId: null }),
  )
  const templates = MessageTemplate.options.map((template, index) =>
    messageOf({ id: index + 30, template, pharmacyId: 2_147_483_647, segments: 2 }),
  )
  return {
    'messages of the pharmacy API': page([...states, ...reasons, ...templates]),
    'messages of the pharmacy API, third page': page(states, { total: 200, page: 3 }),
    'messages of the pharmacy API, none': page([]),
    'messages of the pharmacy API, past the end': page([], { total: 3, page: 9 }),
  }
}
