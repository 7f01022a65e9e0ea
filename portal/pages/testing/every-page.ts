// Every page of the portal in every state it knows, for the rules that all of them keep.
import { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { problemCodes } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { openingHoursPage } from '../opening-hours/opening-hours-page.tsx'
import { valuesOf } from '../opening-hours/week-form.ts'
import { customerFormPage } from '../customer-form/customer-form-page.tsx'
import { formExpiredPage } from '../../http/form-expired-page.tsx'
import { problemPage } from '../../http/problem-page.tsx'
import { relayDetailPage } from '../relay-detail/relay-detail-page.tsx'
import { LIST_DEFAULTS } from '../relay-list/list-address.ts'
import { relayListPage } from '../relay-list/relay-list-page.tsx'
import { codePage } from '../sign-in/code-page.tsx'
import { signInPage } from '../sign-in/sign-in-page.tsx'
import { accountPages } from './account-pages.ts'
import { bulkPages } from './bulk-pages.ts'
import { computerPages } from './computer-pages.ts'
import { crossSalePages } from './cross-sale-pages.ts'
import { diagnosisPages } from './diagnosis-pages.ts'
import { drugImportPages } from './drug-import-pages.ts'
import { COUNTERS, jobPages } from './job-pages.ts'
import { printingPages } from './printing-pages.ts'
import { requestPages } from './request-pages.ts'
import { scannerPages } from './scanner-pages.ts'
import { shopPages } from './shop/shop-pages.ts'
import { schedulerPages } from './scheduler-pages.ts'
import { staffHistoryPages } from './staff-history-pages.ts'
import { staffPages } from './staff-pages.ts'
import { searchPages } from './search-pages.ts'
import { supportPages } from './support-pages.ts'
import { supportDeskPages } from './support-desk-pages.ts'
import { supportTaskPages } from './support-task-pages.ts'
import {
  CENTRAL,
  HOSTILE,
  HOSTILE_PHARMACY,
  OPEN_WEEK,
  NOW,
  RIVERSIDE,
  computerOf,
  frameOf,
  listOf,
} from './fixtures.ts'

/** Page by name, in one language. */
export function everyPage(language: Language): Record<string, string> {
  const frame = frameOf({ language })
  return {
    ...listPages(frame),
    ...detailPages(frame),
    ...printingPages(frame),
    ...jobPages(frame),
    ...diagnosisPages(frame),
    ...requestPages(frame),
    ...formPages(frame),
    ...computerPages(frame),
    ...supportPages(frame),
    ...searchPages(frame),
    ...supportTaskPages(frame),
    ...supportDeskPages(frame),
    ...bulkPages(frame),
    ...staffHistoryPages(frame),
    ...schedulerPages(frame),
    ...staffPages(frame),
    ...drugImportPages(frame),
    ...crossSalePages(frame),
    ...shopPages(frame),
    ...signInPages({ ...frame, viewer: null }),
    ...accountPages(frame),
    ...scannerPages({ ...frame, viewer: null }),
    ...problemPages(frame),
  }
}

function listPages(frame: FrameProps) {
  const query = LIST_DEFAULTS
  const list = listOf([CENTRAL, RIVERSIDE, HOSTILE_PHARMACY])
  return {
    list: relayListPage({ frame, query, list, now: NOW }),
    'list, third page': relayListPage({
      frame,
      query: { ...query, page: 3, sort: '-name', name: HOSTILE },
      list: { ...list, total: 10_000, page: 3 },
      now: NOW,
    }),
    'list, nothing matches': relayListPage({
      frame,
      query: { ...query, name: HOSTILE },
      list: listOf([]),
      now: NOW,
    }),
    'list, no pharmacies': relayListPage({ frame, query, list: listOf([]), now: NOW }),
    'list, past the end': relayListPage({
      frame,
      query: { ...query, page: 9 },
      list: listOf([], 3),
      now: NOW,
    }),
    ...Object.fromEntries(
      UserRole.options.map((role) => [
        `list for ${role}`,
        relayListPage({
          frame: { ...frame, viewer: { name: HOSTILE, role, clientId: null } },
          query,
          list,
          now: NOW,
        }),
      ]),
    ),
  }
}

function detailPages(frame: FrameProps) {
  const detail = (customer: typeof CENTRAL) => relayDetailPage({ frame, customer, now: NOW })
  const offlineForEveryReason = CloseReason.options.map((offlineReason, index) =>
    computerOf({ id: 100 + index, isOnline: false, offlineReason }),
  )
  return {
    central: relayDetailPage({
      frame,
      customer: CENTRAL,
      now: NOW,
      notice: 'saved',
      hours: COUNTERS.hours ?? null,
    }),
    riverside: relayDetailPage({ frame, customer: RIVERSIDE, now: NOW, notice: 'created' }),
    hostile: detail(HOSTILE_PHARMACY),
    'no computers': detail({ ...CENTRAL, computers: [], printerConfig: null }),
    'printer computer unknown': detail({ ...CENTRAL, computers: offlineForEveryReason }),
  }
}

function formPages(frame: FrameProps) {
  const values = { storeId: HOSTILE, name: HOSTILE, email: HOSTILE, phone: HOSTILE }
  const faults = Object.keys(values).map((field) => ({ path: `body.${field}`, message: HOSTILE }))
  const quiet = { frame, values, faults: [], savedNow: null, retryAfterS: null }
  const create = { ...quiet, edited: null }
  const edit = { ...quiet, edited: { customerId: 3, storeId: 'P-3', version: 3 } }
  const savedNow = { name: HOSTILE, phone: '' }
  const customer = { storeId: 'P-3', name: HOSTILE }
  const hours = { frame, customer, values: valuesOf(OPEN_WEEK, HOSTILE) }
  return {
    'new pharmacy': customerFormPage({ ...create, problem: null }),
    'new pharmacy, faulty': customerFormPage({ ...create, faults, problem: 'invalid' }),
    'new pharmacy, taken': customerFormPage({ ...create, problem: 'state_conflict' }),
    'opening hours': openingHoursPage({ ...hours, source: 'learnt', fault: null }),
    'opening hours, not known': openingHoursPage({ ...hours, source: 'unknown', fault: 'week' }),
    'opening hours, faulty': openingHoursPage({ ...hours, source: 'set', fault: 'zone' }),
    'edit pharmacy': customerFormPage({ ...edit, problem: null }),
    'edit pharmacy, stale': customerFormPage({ ...edit, problem: 'version_stale', savedNow }),
    'edit pharmacy, service away': customerFormPage({ ...edit, problem: 'unavailable' }),
  }
}

function signInPages(frame: FrameProps) {
  const page = { frame, email: HOSTILE, returnTo: HOSTILE, retryAfterS: null, isHostOfNumbers: false }
  return {
    'sign-in': signInPage({ ...page, email: '', problem: null, returnTo: null }),
    'signed out': signInPage({ ...page, problem: 'signed_out' }),
    'sign-in, form not sent': signInPage({ ...page, problem: 'not_sent' }),
    'sign-in, ended': signInPage({ ...page, problem: 'ended' }),
    'sign-in, wrong': signInPage({ ...page, problem: 'token_invalid' }),
    'sign-in, not staff': signInPage({ ...page, problem: 'role_not_allowed' }),
    'sign-in, new password': signInPage({ ...page, problem: 'password_set' }),
    'sign-in, code over': signInPage({ ...page, problem: 'code_over' }),
    'sign-in, passkey refused': signInPage({ ...page, problem: 'passkey_refused' }),
    'sign-in, at an address of numbers': signInPage({ ...page, problem: null, isHostOfNumbers: true }),
    'code, no code': codePage({ frame, hasPasskey: false, fault: texts(frame.language).account.code.noCode }),
    'code, hostile': codePage({ frame, hasPasskey: true, fault: HOSTILE }),
    'sign-in, too often': signInPage({ ...page, problem: 'rate_limited', retryAfterS: 30 }),
  }
}

function problemPages(frame: FrameProps) {
  const refusal = { reason: null, fields: [], traceId: null, retryAfterS: null }
  return {
    ...Object.fromEntries(
      problemCodes.map((code) => [
        code,
        problemPage({ ...refusal, frame, code, fields: [HOSTILE, 'name'], traceId: HOSTILE }),
      ]),
    ),
    'unavailable for 5 s': problemPage({ ...refusal, frame, code: 'unavailable', retryAfterS: 5 }),
    'foreign form': problemPage({ ...refusal, frame, code: 'role_not_allowed', reason: 'foreignForm' }),
    'form expired': formExpiredPage({ frame, formPath: '/relay/new' }),
    forbidden: problemPage({ ...refusal, frame, code: 'role_not_allowed' }),
    'not found': problemPage({ ...refusal, frame: { ...frame, viewer: null }, code: 'not_found' }),
  }
}
