// Of a Client: what is said of the printer at the other end of its way, and that a withdrawn computer hears of that first.
import type { Hop } from '@pharmacy-relay/shared/diagnosis.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { diagnosisText, throughText } from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { describe, expect, it } from 'vitest'
import type { DoctorFacts } from './doctor-facts.ts'
import { judged } from './judgement.ts'
import { DISPENSARY, facts, failed, THERE, took } from './test/found-facts.ts'

const NEXT_TRY = { state: 'refused', why: 'no', nextTryAt: '2026-11-20T09:00:00.000Z' } as const
const refusedKnocks = took([{ address: '10.0.1.8', outcome: 'refused' }] as const)

/** Blocking hop, and one hop in short. */
function verdictOn(given: DoctorFacts, place: Hop): [Hop | null, string] {
  const { hops, blocking } = judged(given)
  const hop = hops.find((one) => one.hop === place)
  return [blocking, hop === undefined ? 'missing' : `${hop.verdict} ${hop.code}`]
}

describe('A Client', () => {
  const paperOut = reason('printer_condition', { condition: 'paper_out' })
  const there = (told: Partial<LinkPrinter> | null, waiting = 0) =>
    facts({ printerThere: took({ told: told === null ? null : { ...THERE, ...told }, waiting }) })
  it.each<[string, DoctorFacts, Hop | null, string]>([
    ['well', there({}), null, 'ok printer_ready'],
    [
      'out of paper',
      there({ reasons: [paperOut], conditions: ['paper_out'] }),
      'printer',
      'failed printer_stopped',
    ],
    ['refusing', there({ reasons: [reason('printer_busy', {})] }), 'printer', 'failed printer_stopped'],
    [
      'stopped for what a later version knows',
      there({ reasons: [{ code: 'moon', params: {}, detail: 'x' }] }),
      'printer',
      'failed printer_stopped',
    ],
    [
      'paused by a person',
      there({ reasons: [reason('paused', { until: '14:05' })] }),
      'printer',
      'failed printer_paused',
    ],
    [
      'not chosen',
      there({ presence: 'none', reasons: [reason('no_printer', {})] }),
      'printer',
      'failed printer_none',
    ],
    ['low on paper', there({ conditions: ['paper_low'] }), null, 'attention printer_remark'],
    ['not told', there(null), null, 'not_tested printer_not_told'],
    ['well, but a label of this computer waits there', there({}, 1), 'printer', 'failed printer_waiting'],
    [
      'not told, and a label of this computer waits there',
      there(null, 1),
      'printer',
      'failed printer_waiting',
    ],
    ['well, but labels of others wait there', there({ waiting: 2 }), null, 'attention printer_waiting'],
  ])('whose PrinterComputer has a printer that is %s', (_name, given, blocking, text) => {
    expect(verdictOn(given, 'printer')).toEqual([blocking, text])
  })

  it('without a way to it is told of the way, and not of what was heard of the printer before', () => {
    const gone = { lan: took(failed('unreachable')), hub: took(failed('peer_offline')) }
    const given = {
      ...there({ reasons: [paperOut] }),
      target: { ...DISPENSARY, ...gone, knocks: refusedKnocks },
    }
    expect(verdictOn(given, 'printer')).toEqual(['tcp', 'not_tested not_tested'])
    expect(verdictOn(facts({ target: { ...DISPENSARY, trust: 'changed' } }), 'printer')).toEqual([
      'trust',
      'not_tested not_tested',
    ])
  })

  it('hears in every language whose printer it is, and what is the matter with it', () => {
    const { hops } = judged(there({ reasons: [paperOut], conditions: ['paper_out'] }))
    const found = hops.find(({ hop }) => hop === 'printer')
    if (found === undefined) throw new Error('no hop')
    for (const language of Language.options) {
      const t = texts(language)
      const { text, advice } = diagnosisText(found, t.diagnosis)
      expect(text).toContain('DISPENSARY')
      expect(text).toContain(t.printing.conditions.paper_out)
      expect(advice).toContain('DISPENSARY')
      expect(throughText({ path: 'lan', hops: judged(there(null)).hops }, t.diagnosis)).toBe(
        t.diagnosis.throughNotKnown,
      )
    }
  })
})

describe('While labels go to the standby printer', () => {
  const paperOut = reason('printer_condition', { condition: 'paper_out' })
  const AWAY = { lan: took(failed('unreachable')), hub: took(failed('peer_offline')), knocks: refusedKnocks }
  const standby = (over: Partial<NonNullable<DoctorFacts['standby']>>) =>
    facts({
      target: { ...DISPENSARY, ...AWAY },
      standby: {
        computer: 'COUNTER-2',
        isThere: true,
        told: took({ told: THERE, waiting: 0 }),
        looked: null,
        ...over,
      },
    })
  const told = (now: Partial<LinkPrinter>, waiting = 0) => took({ told: { ...THERE, ...now }, waiting })
  const looked = (conditions: readonly PrinterCondition[]) =>
    took({ printer: 'tcp:10.0.0.9', presence: null, conditions, hasAnswered: true })
  it.each<[string, DoctorFacts, Hop | null, string]>([
    ['well', standby({}), null, 'not_tested not_tested'],
    [
      'out of paper',
      standby({ told: told({ reasons: [paperOut], conditions: ['paper_out'] }) }),
      'printer',
      'failed printer_stopped',
    ],
    [
      'paused by a person',
      standby({ told: told({ reasons: [reason('paused', { until: '14:05' })] }) }),
      'printer',
      'failed printer_paused',
    ],
    [
      'well, and has not printed a label of here',
      standby({ told: told({}, 2) }),
      'printer',
      'failed printer_waiting',
    ],
    [
      'at this computer and open',
      standby({ told: null, looked: looked(['head_open']) }),
      'printer',
      'failed printer_stopped',
    ],
    ['at this computer and well', standby({ told: null, looked: looked([]) }), null, 'not_tested not_tested'],
    ['not there either', standby({ isThere: false, told: null }), 'tcp', 'not_tested not_tested'],
  ])('a standby printer that is %s', (_name, given, blocking, text) => {
    expect(verdictOn(given, 'printer')).toEqual([blocking, text])
  })
})

describe('Labels that do not leave this computer', () => {
  const waitingHere = { count: 3, reasons: [reason('link_refused_not_ready', {})] }
  it('stop labels, with their reason, where every place says that it is well', () => {
    const { hops, blocking } = judged(facts({ waitingHere }))
    expect([blocking, hops.filter(({ hop }) => hop === 'printer')]).toEqual([
      'printer',
      [
        expect.objectContaining({
          verdict: 'failed',
          code: 'printer_waiting',
          facts: expect.objectContaining({ count: 3, reasons: waitingHere.reasons }),
        }),
      ],
    ])
    for (const language of Language.options) {
      const [found] = hops.filter(({ hop }) => hop === 'printer')
      if (found === undefined) throw new Error('no hop')
      const { text, advice } = diagnosisText(found, texts(language).diagnosis)
      expect(`${text} ${advice}`).not.toMatch(/ {2}|undefined| bei | of ,/)
    }
  })

  it('are not said where a place says why', () => {
    const gone = { lan: took(failed('unreachable')), hub: took(failed('peer_offline')) }
    const given = facts({ waitingHere, target: { ...DISPENSARY, ...gone, knocks: refusedKnocks } })
    expect(verdictOn(given, 'printer')).toEqual(['tcp', 'not_tested not_tested'])
  })
})

describe('A withdrawn computer', () => {
  it.each(['REVOKED', 'DELETED'] as const)('hears that first (%s), whatever else is wrong', (code) => {
    const given = facts({
      hub: { ...NEXT_TRY, code },
      port: null,
      pausedForMs: 1,
      disk: took('ENOSPC'),
      target: { ...DISPENSARY, addresses: [], lan: took(failed('unreachable')) },
    })
    const { hops, blocking } = judged(given)
    expect([blocking, hops[0]]).toEqual([
      'hub',
      expect.objectContaining({ hop: 'hub', verdict: 'failed', code: 'hub_withdrawn' }),
    ])
    expect(new Set(hops.map(({ hop }) => hop)).size).toBe(hops.length)
  })
})
