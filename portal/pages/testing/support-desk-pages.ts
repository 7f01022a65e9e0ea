// The overview, times of answers, and the settings of support in every state.
import type { Dashboard, SupportDay } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { MAX_CHANGES, type ChangesSince } from '@pharmacy-relay/shared/api/support/changes-api.ts'
import type { SupportDuty } from '@pharmacy-relay/shared/api/support/duty-api.ts'
import { supportProblems } from '@pharmacy-relay/shared/api/relay-support.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { byLanguage, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { overviewPage } from '../overview/overview-page.tsx'
import { timesPage } from '../overview/times-page.tsx'
import { settingsNotices } from '../support-settings/settings-notices.ts'
import { settingsPage, type SettingsPageProps } from '../support-settings/settings-page.tsx'
import { HOSTILE, NOW } from './fixtures.ts'
import { answerOf } from './support-task-pages.ts'

const HOUR_MS = 3_600_000

/** A week in which the middle of each day is busy; one hour was not counted. */
export function dashboardOf(changes: Partial<Dashboard> = {}): Dashboard {
  const at = NOW.toISOString()
  const hours = Array.from({ length: 168 }, (_, place) => {
    const busy = Math.round(60 * Math.max(0, Math.sin(((place % 24) / 24) * Math.PI)))
    const hour = new Date(
      Math.floor(NOW.getTime() / HOUR_MS) * HOUR_MS - (167 - place) * HOUR_MS,
    ).toISOString()
    const isLast = place === 167
    return {
      hour,
      online: 70_000 + busy * 300,
      fewestOnline: 69_000 + busy * 300 - (place === 80 ? 40_000 : 0),
      computers: 100_000,
      labels: isLast ? null : busy * 120,
      labelProblems: isLast ? null : busy,
    }
  })
  return {
    countedAt: at,
    asOf: at,
    pharmacies: 10_000,
    computers: 100_000,
    online: 70_213,
    problems: supportProblems.map((problem, place) => ({ problem, count: 37 * place ** 3 })),
    tasks: { free: 412, mine: 3, all: 1_204, unanswered: 380, overdue: 21 },
    hours: hours.filter((_, place) => place !== 40),
    ...changes,
  }
}

export function changesOf(changes: Partial<ChangesSince> = {}): ChangesSince {
  const newest = Array.from({ length: 3 }, (_, place) => ({
    storeId: `P-${1042 + place}`,
    name: place === 1 ? HOSTILE : 'Central Pharmacy',
    computerId: 11 + place,
    computerName: place === 1 ? HOSTILE : `COUNTER-${place + 1}`,
    at: '2026-11-20T11:31:00.000Z',
  }))
  return {
    since: '2026-11-19T17:02:00.000Z',
    asOf: NOW.toISOString(),
    problems: [
      { problem: 'printer', began: 3, ended: 2 },
      { problem: 'offline', began: MAX_CHANGES, ended: null },
      { problem: 'clock', began: 0, ended: 1 },
    ],
    offline: { count: 14, newest },
    pharmacies: { count: MAX_CHANGES, newest: newest.map(({ storeId, name }) => ({ storeId, name })) },
    ...changes,
  }
}

/** Who is on call, and two closed days. */
export function dutyOf(changes: Partial<SupportDuty> = {}): SupportDuty {
  const closedDays = ['2026-12-25', '2026-12-26']
  return {
    version: 3,
    phone: '+4915112345678',
    language: 'de',
    zone: 'Europe/Berlin',
    closedDays,
    ...changes,
  }
}

/** Nothing began or ended. */
function noChanges(): ChangesSince {
  const none = { count: 0, newest: [] }
  return changesOf({ problems: [], offline: none, pharmacies: none })
}

export function daysOf(): SupportDay[] {
  return Array.from({ length: 30 }, (_, place) => ({
    day: new Date(NOW.getTime() - (29 - place) * 24 * HOUR_MS).toISOString().slice(0, 10),
    created: 100 + place,
    answered: place === 29 ? 0 : 90,
    answerMedianS: place === 29 ? null : 300 + ((place * 97) % 900),
    answerP90S: place === 29 ? null : 3_000,
    done: place === 29 ? 0 : 80,
    doneMedianS: place === 29 ? null : 3_600 + ((place * 997) % 9_000),
    doneP90S: place === 29 ? null : 90_000,
  }))
}

/** Page by name. */
export function supportDeskPages(frame: FrameProps): Record<string, string> {
  const path = (at: string): FrameProps => ({ ...frame, path: at })
  const visited = { changes: changesOf(), isAsked: false }
  const quiet = { changes: noChanges(), isAsked: true }
  const none = dashboardOf({ hours: [], pharmacies: 0, computers: 0, online: 0 })
  return {
    overview: overviewPage({ frame: path('/'), dashboard: dashboardOf(), changes: visited }),
    'overview, nothing yet': overviewPage({ frame: path('/'), dashboard: none, changes: null }),
    'overview, nothing changed': overviewPage({ frame: path('/'), dashboard: none, changes: quiet }),
    ...Object.fromEntries(
      UserRole.options.map((role) => [
        `overview for ${role}`,
        overviewPage({
          frame: { ...path('/'), viewer: { name: HOSTILE, role, clientId: null } },
          dashboard: dashboardOf(),
          changes: visited,
        }),
      ]),
    ),
    'support times': timesPage({ frame: path('/support/times'), days: daysOf() }),
    'support times, none': timesPage({ frame: path('/support/times'), days: [] }),
    ...settingsPages(path('/support/settings')),
  }
}

function settingsPages(frame: FrameProps) {
  const t = texts(frame.language)
  const rules = supportProblems.map((problem, place) => ({
    problem,
    isOn: place % 2 === 0,
    afterMinutes: place * 10,
    priority: 1 + (place % 3),
  }))
  const entries = {
    answerId: '',
    version: '',
    title: HOSTILE,
    texts: byLanguage((one) => (one === 'de' ? '' : HOSTILE)),
  }
  const given: SettingsPageProps = {
    frame,
    rules,
    answers: [answerOf(), answerOf({ id: 2, title: 'Switch it on' })],
    duty: dutyOf(),
    notice: null,
    problem: null,
    fault: null,
    entries: null,
    dutyEntries: null,
  }
  const forSupport = { ...frame, viewer: { name: HOSTILE, role: 'Support', clientId: null } as const }
  const refused = new ProblemError('state_conflict', reason('answer_title_taken', {}))
  return {
    'support settings': settingsPage(given),
    'support settings for Support': settingsPage({ ...given, frame: forSupport }),
    'support settings, nobody on call': settingsPage({
      ...given,
      frame: forSupport,
      duty: dutyOf({ phone: null, closedDays: [] }),
    }),
    'support settings, faulty day': settingsPage({
      ...given,
      fault: t.supportDesk.duty.faulty(100),
      dutyEntries: { version: '3', phone: HOSTILE, language: 'tr', days: HOSTILE },
    }),
    'support settings, no answers': settingsPage({ ...given, answers: [] }),
    'support settings, faulty': settingsPage({ ...given, fault: t.supportDesk.answers.faulty, entries }),
    'support settings, no minutes': settingsPage({ ...given, fault: t.supportDesk.settings.minutesFault }),
    'support settings, refused': settingsPage({
      ...given,
      problem: refused,
      entries: { ...entries, answerId: '2', version: '1' },
    }),
    ...Object.fromEntries(
      settingsNotices().map((notice) => [`support settings, ${notice}`, settingsPage({ ...given, notice })]),
    ),
  }
}
