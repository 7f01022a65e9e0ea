// The check of a connection over HTTP: who may, what is shown first, and every answer in words.
import { describe, expect, test } from 'vitest'
import type {
  DiagnosedHop,
  DiagnosisCode,
  DiagnosisFacts,
  Verdict,
} from '@pharmacy-relay/shared/diagnosis.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { BLOCKED, PAPER_OUT, PRINTER_WELL, diagnosisOf } from '../testing/diagnosis-pages.ts'
import { PAGE, startPrintingStage, writes } from '../../test/printing-stage.ts'
import type { TestBrowser } from '../../test/test-browser.ts'

const CHECK = `${PAGE}/check`

const textOf = ({ text }: { readonly text: string }): string =>
  text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

async function check(browser: TestBrowser, computer = '11') {
  const csrf = await browser.csrfOf(PAGE)
  return await browser.post(CHECK, { csrf, computer })
}

describe('the check of a connection', () => {
  test.each(['Admin', 'Support', 'SuperSupport'] as const)('can be asked for by %s', async (role) => {
    const rig = await startPrintingStage()
    const reply = await check(await rig.signedIn(role))
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('Connection of COUNTER-1')
    expect(reply.text).toContain('Labels get through, over the local network.')
    expect(writes(rig).toSorted()).toEqual(['POST 1/computers/11/diagnosis', 'POST 1/computers/13/diagnosis'])
  })

  test('shows the place that stops labels first, with what to do, and then every place', async () => {
    const rig = await startPrintingStage()
    rig.upstream.store.jobs.answers.set('CollectDiagnosticsAsync', BLOCKED)
    rig.upstream.store.jobs.answersAt.set(rig.dispensary.id, PRINTER_WELL)
    const { text } = await check(rig.admin)
    const page = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(page).toMatch(
      /This stops labels: Local network\. DISPENSARY does not answer at 192\.168\.1\.20, port 9100/,
    )
    expect(page).toMatch(/What to do: Allow it there: .*ufw allow 9100\/tcp/)
    expect(text.indexOf('This stops labels')).toBeLessThan(text.indexOf('hop-table'))
    const places = BLOCKED.hops.length + PRINTER_WELL.hops.length
    expect(text.match(/class="hop-(ok|attention|failed|not_tested)"/g)).toHaveLength(places)
  })

  test('says when labels take the longer way', async () => {
    const rig = await startPrintingStage()
    rig.upstream.store.jobs.answers.set('CollectDiagnosticsAsync', { ...diagnosisOf([]), path: 'hub' })
    expect((await check(rig.admin)).text).toContain('the longer way through the hub')
  })

  test('of a Client whose printer computer has stopped names that printer, and says what is not known', async () => {
    const rig = await startPrintingStage()
    const { answers } = rig.upstream.store.jobs
    const printer = (code: DiagnosisCode, verdict: Verdict): DiagnosedHop => {
      const facts: DiagnosisFacts = { computer: 'DISPENSARY', conditions: ['paper_out'] }
      return { hop: 'printer', verdict, code, facts, tookMs: 0 }
    }
    answers.set('CollectDiagnosticsAsync', diagnosisOf([printer('printer_stopped', 'failed')]))
    expect(textOf(await check(rig.admin))).toMatch(
      /This stops labels: Printer\. The printer of DISPENSARY: The printer has no labels left\./,
    )
    answers.set('CollectDiagnosticsAsync', diagnosisOf([printer('printer_not_told', 'not_tested')]))
    const text = textOf(await check(rig.admin))
    expect(text).toContain('Labels reach the printer computer. It does not say how its printer is')
    expect(text).not.toContain('Labels get through')
  })

  test('of a Client goes to the paper: what its printer computer finds is the first cause', async () => {
    const rig = await startPrintingStage()
    const { answersAt } = rig.upstream.store.jobs
    answersAt.set(rig.dispensary.id, PAPER_OUT)
    const text = textOf(await check(rig.admin))
    expect(text).toMatch(/At DISPENSARY: This stops labels: Printer\. .*no labels left.* What to do:/)
    expect(text).not.toContain('Labels get through')
    answersAt.set(rig.dispensary.id, PRINTER_WELL)
    expect(textOf(await check(rig.admin))).toContain('Labels get through, over the local network.')
    // Not asked for what another computer prints.
    expect(writes(rig)).toHaveLength(4)
    await check(rig.admin, String(rig.dispensary.id))
    expect(writes(rig)).toHaveLength(5)
  })

  test('says beside that labels get through what is worth a look, and is not green then', async () => {
    const rig = await startPrintingStage()
    rig.dispensary.health = {
      level: 'warning',
      cause: { code: 'printer_remark', params: { printer: 'win:Office' } },
      at: { computerId: rig.dispensary.id, name: 'DISPENSARY' },
      since: '2026-11-20T11:46:00.000Z',
    }
    const reply = await check(rig.admin)
    expect(textOf(reply)).toContain(
      'Labels get through, over the local network. At DISPENSARY: The printer is no label printer: it prints documents.',
    )
    expect(reply.text).toContain('notice notice-warning')
    rig.dispensary.health = { ...rig.dispensary.health, cause: { code: 'connecting', params: {} } }
    expect((await check(rig.admin)).text).toContain('notice notice-success')
  })

  test('of a Client names what the platform alone knows, as every page does, and says when the pharmacy is closed', async () => {
    const rig = await startPrintingStage()
    const role: DiagnosedHop = {
      hop: 'role',
      verdict: 'failed',
      code: 'role_no_target',
      facts: {},
      tookMs: 0,
    }
    rig.upstream.store.jobs.answers.set('CollectDiagnosticsAsync', diagnosisOf([role]))
    expect(textOf(await check(rig.admin))).toContain('This stops labels: Role.')
    Object.assign(rig.dispensary, { access: 'revoked', isOnline: false })
    rig.counter.health = {
      level: 'stopped',
      cause: { code: 'withdrawn', params: {} },
      at: { computerId: rig.dispensary.id, name: 'DISPENSARY' },
      since: '2026-11-20T11:46:00.000Z',
    }
    const week = null
    rig.customer.openingHours = { source: 'set', timeZone: 'UTC', week, isOpen: false, learntAt: null }
    const text = textOf(await check(rig.admin))
    expect(text).toContain('At DISPENSARY: This stops labels: The access of the computer was withdrawn.')
    expect(text).not.toContain('This stops labels: Role.')
    expect(text).toContain('The pharmacy is closed at the moment')
  })

  test('of a Client says that it does not know when its printer computer cannot be asked', async () => {
    const rig = await startPrintingStage()
    rig.dispensary.isOnline = false
    const reply = await check(rig.admin)
    expect(reply.status).toBe(200)
    const text = textOf(reply)
    expect(text).toContain('DISPENSARY, which has the printer, could not be asked')
    expect(text).not.toContain('Labels get through')
  })

  test('of an offline, a silent, an old or an unknown computer is answered in words', async () => {
    const rig = await startPrintingStage()
    rig.counter.isOnline = false
    const offline = await check(rig.admin)
    expect([offline.status, offline.text]).toEqual([
      409,
      expect.stringContaining('offline and cannot be asked'),
    ])
    rig.counter.access = 'revoked'
    expect((await check(rig.admin)).text).toContain('The access is withdrawn.')
    expect((await rig.admin.get(`${PAGE}/computers/11/jobs?list=1`)).text).toContain(
      'The access is withdrawn.',
    )
    Object.assign(rig.counter, { isOnline: true, access: 'approved' })
    const { jobs } = rig.upstream.store
    jobs.refusal = new ProblemError('device_timeout', 'No answer')
    expect((await check(rig.admin)).text).toContain('did not answer within 10 seconds')
    jobs.refusal = new ProblemError('state_conflict', 'Install the newest version there.')
    expect((await check(rig.admin)).text).toContain('Install the newest version there.')
    expect((await check(rig.admin, '99')).status).toBe(404)
  })

  test('is refused without the form’s token, and its address leads to the pharmacy', async () => {
    const rig = await startPrintingStage()
    expect((await rig.admin.post(CHECK, { csrf: 'x', computer: '11' })).status).toBe(403)
    expect(writes(rig)).toEqual([])
    expect((await rig.admin.get(CHECK)).location).toBe(PAGE)
  })
})
