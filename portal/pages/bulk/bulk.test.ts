// Many computers at once: nothing without a preview and one press, exactly what was shown, each as its single action does it.
import type { FoundComputer } from '@pharmacy-relay/shared/api/relay-support.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '../../test/memory-identity.ts'
import { load } from '../../test/page-text.ts'
import { startPrintingStage, writes, type PrintingStage } from '../../test/printing-stage.ts'
import type { TestBrowser } from '../../test/test-browser.ts'
import { computerOf } from '../testing/fixtures.ts'
import { problemOf } from '../testing/support-pages.ts'
import { BULK_ACTIONS } from './bulk-actions.ts'
import { BulkRuns, type BulkPreview } from './bulk-runs.ts'

const LONG_AGO = '2026-01-01T00:00:00.000Z'
const ROLE_NONE = '/support/bulk?action=role-none&problem=offline'
const PRINTERS = '/support/bulk?action=printers&problem=offline'

let stage: PrintingStage
beforeEach(async () => {
  stage = await startPrintingStage()
  // The list is older than what the computers are by now.
  const gone = { lastOnlineAt: LONG_AGO, presence: 'offline' } as const
  stage.upstream.store.support.problems = {
    offline: [
      problemOf({ ...gone, id: 12, pcName: 'COUNTER-2' }),
      problemOf({ ...gone, id: 11, pcName: 'COUNTER-1' }),
      problemOf({ ...gone, id: 13, pcName: 'DISPENSARY', role: 1 }),
    ],
  }
})

/** Presses the one button of the preview; where that leads. */
async function confirm(browser: TestBrowser, path: string): Promise<string> {
  const form = load((await browser.get(path)).text.split('bulk-confirm')[1] ?? '')
  const reply = await browser.post(path, { csrf: form.csrf, once: form.field('once') ?? '' })
  return reply.location ?? `${reply.status}`
}

async function resultsAt(browser: TestBrowser, path: string): Promise<string> {
  let text = ''
  await until('the end of the run', async () => {
    text = (await browser.get(path)).text
    return text.includes('Finished: ')
  })
  return text
}

test('the preview names who is touched and who not and why, and changes nothing', async () => {
  const { text } = await stage.admin.get(ROLE_NONE)
  expect(text).toContain('2 computers would be touched')
  expect(text).toContain('1 computer would be left as they are')
  expect(text).toContain('choose another printer there first')
  expect(text).toContain('Do it for 2 computers')
  expect(writes(stage)).toEqual([])
})

test('what is confirmed is done once and as the single action does it; who came back meanwhile keeps its role', async () => {
  const form = load((await stage.admin.get(ROLE_NONE)).text.split('bulk-confirm')[1] ?? '')
  const fields = { csrf: form.csrf, once: form.field('once') ?? '' }
  const { location } = await stage.admin.post(ROLE_NONE, fields)
  expect(location).toMatch(/^\/support\/bulk\/[-0-9a-f]{36}$/)
  const text = await resultsAt(stage.admin, location ?? '')
  expect(text).toContain('Finished: 1 done, 1 left as they are, 0 failed.')
  expect(text).toContain('It is connected.')
  expect(writes(stage)).toEqual(['PUT 1/computers/12/role "1"'])
  expect((await stage.admin.post(ROLE_NONE, fields)).location).toBe(location)
  expect(writes(stage)).toHaveLength(1)
  expect((await (await stage.signedIn('SuperSupport')).get(location ?? '')).status).toBe(404)
  const fragment = (await stage.admin.get(`${location}/table`)).text
  expect([fragment.includes('id="bulk-run"'), fragment.includes('data-live-region')]).toEqual([true, false])
})

test('a computer that does not answer fails alone, in words', async () => {
  const connected = { presence: 'online', offlineReason: null } as const
  stage.upstream.store.support.problems = {
    offline: [
      problemOf({ ...connected, id: 11 }),
      problemOf({ ...connected, id: 13 }),
      problemOf({ id: 12 }),
    ],
  }
  stage.upstream.store.printing.silentComputers.add(13)
  const text = await resultsAt(stage.admin, await confirm(stage.admin, PRINTERS))
  expect(text).toContain('Finished: 1 done, 0 left as they are, 1 failed.')
  expect(text).toContain('2 printers')
  expect(writes(stage)).toEqual(['POST 1/request-printers', 'POST 1/request-printers'])
})

test('each action is for whom the single one is for', async () => {
  const support = await stage.signedIn('Support')
  const page = (await support.get('/support?problem=offline')).text
  expect([page.includes('value="update"'), page.includes('value="role-none"')]).toEqual([true, false])
  expect((await support.get(ROLE_NONE)).status).toBe(403)
  expect((await support.post(ROLE_NONE, { csrf: load(page).csrf, once: 'x' })).status).toBe(403)
  expect(writes(stage)).toEqual([])
})

test('a sign-in that is too old is asked for before any computer is touched, and the same form then does it', async () => {
  stage.upstream.identity.signedInAgoS = 660
  const late = await stage.signedIn('Admin')
  const form = load((await late.get(ROLE_NONE)).text.split('bulk-confirm')[1] ?? '')
  const once = form.field('once') ?? ''
  const asked = await late.post(ROLE_NONE, { csrf: form.csrf, once })
  expect([asked.status, writes(stage)]).toEqual([403, []])
  const fields = { csrf: load(asked.text).csrf, action: ROLE_NONE, 'kept.once': once, password: PASSWORD }
  const confirmed = await late.post('/confirm', fields)
  expect([confirmed.status, confirmed.text.includes(once), writes(stage)]).toEqual([200, true, []])
  const { location } = await late.post(ROLE_NONE, { csrf: load(confirmed.text).csrf, once })
  expect(await resultsAt(late, location ?? '')).toContain('Finished: 1 done, 1 left as they are, 0 failed.')
})

test('an address without a list or with an unknown action is refused in words', async () => {
  expect((await stage.admin.get('/support/bulk')).location).toBe('/support')
  expect((await stage.admin.get('/support/bulk?action=remove&problem=offline')).status).toBe(422)
  expect((await stage.admin.get('/support/bulk?action=update')).status).toBe(422)
  expect((await stage.admin.get('/support/bulk/nothing')).status).toBe(404)
})

test('a role is taken only from who is gone, and only connected computers are asked', () => {
  const nowMs = Date.parse('2026-11-27T12:00:00.000Z')
  const found = (changes: Partial<FoundComputer>) => ({ ...computerOf({ isOnline: false }), ...changes })
  const took = (changes: Partial<FoundComputer>) =>
    BULK_ACTIONS['role-none'].obstacle(found({ lastOnlineAt: LONG_AGO, ...changes }), nowMs)
  expect(took({})).toBe(null)
  expect(took({ lastOnlineAt: null })).toBe(null)
  expect(took({ lastOnlineAt: '2026-11-20T12:00:00.001Z' })).toBe('recent')
  expect(took({ lastOnlineAt: '2026-11-27T11:00:00.000Z', access: 'revoked' })).toBe(null)
  expect(took({ presence: 'reconnecting' })).toBe('connected')
  expect(took({ role: 0, access: 'revoked' })).toBe('none')
  expect(took({ role: 1, access: 'revoked' })).toBe('printer')
  for (const action of ['update', 'printers'] as const) {
    expect(BULK_ACTIONS[action].obstacle(found({}), nowMs)).toBe('offline')
    expect(BULK_ACTIONS[action].obstacle(found({ presence: 'degraded' }), nowMs)).toBe(null)
  }
})

/** Of so many computers. */
function previewOf(count: number): BulkPreview {
  const touched = Array.from({ length: count }, (_, place) => ({
    customerId: 1,
    computerId: place + 1,
    storeId: 'P-1',
    customerName: 'Central',
    name: `PC-${place + 1}`,
  }))
  return { owner: 'anna', kind: 'update', back: '/support', touched, left: [], isCut: false }
}

test('a run stops when its session is over, tries again what may pass, and has its turns at the same time', async () => {
  const runs = new BulkRuns(silentLogger)
  const tries = new Map<number, number>()
  let atOnce = 0
  let most = 0
  const run = runs.start(
    'once',
    {
      preview: previewOf(40),
      atOnce: 4,
      act: async ({ computerId }) => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await Promise.resolve()
        atOnce -= 1
        const tried = (tries.get(computerId) ?? 0) + 1
        tries.set(computerId, tried)
        if (computerId === 2 && tried === 1) throw new ProblemError('rate_limited', 'Wait')
        if (computerId === 3) throw new ProblemError('device_timeout', 'Silent')
        if (computerId === 20) throw new ProblemError('token_invalid', 'Over')
        return { kind: 'printers', count: 1 }
      },
    },
    0,
  )
  expect([runs.isBusy('anna', 0), runs.isBusy('ben', 0)]).toEqual([true, false])
  await until('the end', () => run.state !== 'running')
  expect([run.state, most, tries.get(2), tries.get(3)]).toEqual(['stopped', 4, 2, 1])
  expect(run.rows[2]?.result).toEqual({ kind: 'problem', code: 'device_timeout', reason: null })
  expect(run.rows.at(-1)?.result).toBe(null)
  expect([runs.isBusy('anna', 0), runs.find(run.id, 'ben', 0)]).toEqual([false, null])
  expect(runs.find(run.id, 'anna', 3_600_000)).toBe(null)
})
