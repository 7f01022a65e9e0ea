// GET /support/settings shows rules, who is on call, and canned answers; POST below it changes one of them.
import { Router } from 'express'
import { z } from 'zod'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { AnswerTexts } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { DutyFields, MAX_CLOSED_DAYS } from '@pharmacy-relay/shared/api/support/duty-api.ts'
import { ProblemRule } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { IdText, lineOfText } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { byLanguage, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { isShownInPlace } from '../staff/problem-notice.tsx'
import type { AnswerEntries } from './answer-forms.tsx'
import type { DutyEntries } from './duty-form.tsx'
import { settingsNotice, type SettingsNotice } from './settings-notices.ts'
import { settingsPage, type SettingsPageProps } from './settings-page.tsx'

const none = { params: null, query: null, body: null } as const

export function settingsRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const shown = [storeApi.listProblemRules]
  router.get(DESK_PATHS.settings, forStaff(shown, show))
  router.post(DESK_PATHS.rule, forStaff([storeApi.setProblemRule], setRule))
  router.post(DESK_PATHS.duty, forStaff([storeApi.setDuty], setDuty))
  router.post(DESK_PATHS.answer, forStaff([storeApi.createAnswer, storeApi.changeAnswer], saveAnswer))
  router.post(DESK_PATHS.answerRemoval, forStaff([storeApi.removeAnswer], removeAnswer))
  const back: StaffHandler = async (context) => redirect(context, DESK_PATHS.settings)
  router.get(
    [DESK_PATHS.rule, DESK_PATHS.duty, DESK_PATHS.answer, DESK_PATHS.answerRemoval],
    forStaff(shown, back),
  )
  return router
}

type Refused = Pick<SettingsPageProps, 'problem' | 'fault' | 'entries' | 'dutyEntries'>
const NOTHING: Refused = { problem: null, fault: null, entries: null, dutyEntries: null }

const show: StaffHandler = async (context, store) => send(context, store, NOTHING)

async function send(context: RequestContext, store: StoreCall, refused: Refused): Promise<void> {
  const isRefused = refused.problem !== null || refused.fault !== null
  const [{ rules }, duty, { answers }] = await Promise.all([
    store(storeApi.listProblemRules, none),
    may(context.viewer, storeApi.getDuty) ? store(storeApi.getDuty, none) : null,
    may(context.viewer, storeApi.listAnswers) ? store(storeApi.listAnswers, none) : { answers: [] },
  ])
  const frame = isRefused ? context.frame(DESK_PATHS.settings) : context.frame()
  const notice = isRefused ? null : settingsNotice(context.takeNotice())
  if (refused.problem !== null) setRetryAfter(context, refused.problem)
  const status = refused.problem === null ? 422 : PROBLEM_CODES[refused.problem.code].status
  await sendHtml(
    context,
    settingsPage({ frame, rules, duty, answers, notice, ...refused }),
    isRefused ? status : 200,
  )
}

/** What was refused is told on the page as it is now, with what was typed. */
async function saved(
  context: RequestContext,
  store: StoreCall,
  work: {
    readonly call: () => Promise<unknown>
    readonly notice: SettingsNotice
    readonly entries?: AnswerEntries
    readonly dutyEntries?: DutyEntries
  },
): Promise<void> {
  try {
    await work.call()
  } catch (error) {
    const isTold = error instanceof ProblemError && (isShownInPlace(error) || error.code === 'version_stale')
    if (!isTold) throw error
    const { entries = null, dutyEntries = null } = work
    return send(context, store, { problem: error, fault: null, entries, dutyEntries })
  }
  await redirectWithNotice(context, DESK_PATHS.settings, work.notice)
}

const RuleForm = z.object({
  problem: typed(30),
  isOn: typed(1),
  afterMinutes: typed(10),
  priority: typed(1),
})

const setRule: StaffHandler = async (context, store) => {
  const { problem, isOn, afterMinutes, priority } = readForm(RuleForm, context.request.body)
  const given = {
    problem,
    isOn: isOn === '1',
    afterMinutes: wholeNumber(afterMinutes),
    priority: Number(priority),
  }
  const rule = ProblemRule.safeParse(given)
  if (!rule.success) {
    const { minutesFault } = texts(context.preferences.language).supportDesk.settings
    return send(context, store, { ...NOTHING, fault: minutesFault })
  }
  const call = async () => store(storeApi.setProblemRule, { ...none, body: rule.data })
  await saved(context, store, { call, notice: 'rule-saved' })
}

/** NaN for what is none, an empty field among it. */
function wholeNumber(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN
}

const DutyForm = z.object({ version: typed(10), phone: typed(40), language: typed(5), days: typed(5_000) })

const setDuty: StaffHandler = async (context, store) => {
  const entries = readForm(DutyForm, context.request.body)
  const { version, phone, language, days } = entries
  const given = {
    phone: orNull(phone.replaceAll(/[\s()/.-]/g, '')),
    language,
    closedDays: days.split(/[\s,;]+/).filter((day) => day !== ''),
  }
  const fields = DutyFields.safeParse(given)
  if (!fields.success) {
    const { faulty } = texts(context.preferences.language).supportDesk.duty
    return send(context, store, { ...NOTHING, fault: faulty(MAX_CLOSED_DAYS), dutyEntries: entries })
  }
  const call = async () => store(storeApi.setDuty, { ...none, body: fields.data }, Number(version))
  await saved(context, store, { call, notice: 'duty-saved', dutyEntries: entries })
}

const AnswerForm = z.object({
  answerId: typed(10),
  version: typed(10),
  title: typed(200),
  ...byLanguage(() => typed(20_000)),
})

const saveAnswer: StaffHandler = async (context, store) => {
  const { answerId, version, title, ...typedTexts } = readForm(AnswerForm, context.request.body)
  const entries = { answerId, version, title, texts: typedTexts }
  const fields = AnswerFields.safeParse({ title, texts: byLanguage((one) => orNull(typedTexts[one])) })
  if (!fields.success) {
    const { faulty } = texts(context.preferences.language).supportDesk.answers
    return send(context, store, { ...NOTHING, fault: faulty, entries })
  }
  const body = fields.data
  const params = { answerId }
  const call = async () =>
    answerId === ''
      ? store(storeApi.createAnswer, { ...none, body })
      : store(storeApi.changeAnswer, { ...none, params, body }, Number(version))
  await saved(context, store, { call, notice: 'answer-saved', entries })
}

const AnswerFields = z.object({ title: lineOfText(80), texts: AnswerTexts })

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

const removeAnswer: StaffHandler = async (context, store) => {
  const { answerId } = readForm(z.object({ answerId: IdText.transform(String) }), context.request.body)
  const call = async () => store(storeApi.removeAnswer, { ...none, params: { answerId } })
  await saved(context, store, { call, notice: 'answer-removed' })
}
