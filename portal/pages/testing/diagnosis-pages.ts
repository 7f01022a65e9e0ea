// The page of a computer's connection in every state, with every code that an agent may send.
import {
  DiagnosisCode,
  HOPS,
  Verdict,
  type DiagnosedHop,
  type Diagnosis,
} from '@pharmacy-relay/shared/diagnosis.ts'
import { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { diagnosisRequest, found } from '../diagnosis/diagnosis-request.tsx'
import { requestPage, type RequestPageProps } from '../requests/request-page.tsx'
import { CENTRAL, HOSTILE, HOSTILE_PHARMACY, NOW, computerOf } from './fixtures.ts'

export function hopOf(changes: Partial<DiagnosedHop> = {}): DiagnosedHop {
  return {
    hop: 'role',
    verdict: 'ok',
    code: 'role_client',
    facts: { computer: 'DISPENSARY' },
    tookMs: 0,
    ...changes,
  }
}

/** A Client with these places, the first that failed blocking. */
export function diagnosisOf(hops: readonly DiagnosedHop[]): Diagnosis {
  const all = hops.length === 0 ? [hopOf()] : [...hops]
  const blocking = all.find(({ verdict }) => verdict === 'failed')?.hop ?? null
  return {
    computerName: 'COUNTER-1',
    at: '2026-11-20T11:59:00.000Z',
    role: 'Client',
    hops: all,
    blocking,
    path: blocking === null ? 'lan' : null,
    tookMs: 2_512,
  }
}

/** A firewall on the PrinterComputer, and a hub that is away. */
export const BLOCKED = diagnosisOf([
  hopOf(),
  hopOf({ hop: 'listener', code: 'port_open', facts: { port: 9_100 }, tookMs: 1 }),
  hopOf({ hop: 'spool', code: 'spool_ok', facts: { mb: 120_000, ms: 4 }, tookMs: 5 }),
  hopOf({ hop: 'trust', code: 'trust_ok' }),
  hopOf({ hop: 'address', code: 'address_known', facts: { computer: 'DISPENSARY', detail: '192.168.1.20' } }),
  hopOf({
    hop: 'tcp',
    verdict: 'failed',
    code: 'tcp_silent',
    tookMs: 2_503,
    facts: { computer: 'DISPENSARY', detail: '192.168.1.20', port: 9_100, system: 'unknown' },
  }),
  hopOf({ hop: 'link', verdict: 'not_tested', code: 'not_tested', facts: {} }),
  hopOf({ hop: 'hub', code: 'hub_online', facts: { ms: 42 } }),
  hopOf({
    hop: 'hub_path',
    verdict: 'failed',
    code: 'path_peer_offline',
    tookMs: 60,
    facts: { computer: 'DISPENSARY' },
  }),
  hopOf({ hop: 'clock', verdict: 'attention', code: 'clock_off', facts: { seconds: 312 } }),
])

const NOT_TOLD = hopOf({
  hop: 'printer',
  verdict: 'not_tested',
  code: 'printer_not_told',
  facts: { computer: 'DISPENSARY' },
})

/** Of the PrinterComputer: nothing is the matter. */
export const PRINTER_WELL: Diagnosis = {
  ...diagnosisOf([
    hopOf({ code: 'role_printer', facts: { printer: 'ZD421' } }),
    hopOf({ hop: 'printer', code: 'printer_ready', facts: { printer: 'ZD421' } }),
  ]),
  computerName: 'DISPENSARY',
  role: 'Server',
  path: null,
}

/** Of the PrinterComputer. */
export const PAPER_OUT: Diagnosis = {
  ...diagnosisOf([
    hopOf({ code: 'role_printer', facts: { printer: 'ZD421' } }),
    hopOf({
      hop: 'printer',
      verdict: 'failed',
      code: 'printer_stopped',
      facts: { printer: 'ZD421', conditions: ['paper_out'] },
    }),
  ]),
  computerName: 'DISPENSARY',
  role: 'Server',
}

/** Page by name. */
export function diagnosisPages(frame: FrameProps): Record<string, string> {
  const page = (changes: Partial<RequestPageProps> = {}) =>
    requestPage({
      frame,
      request: diagnosisRequest,
      customer: CENTRAL,
      computer: computerOf(),
      now: NOW,
      answer: { kind: 'answer', shown: found(BLOCKED) },
      ...changes,
    })
  const finding = (diagnosis: Diagnosis) => page({ answer: { kind: 'answer', shown: found(diagnosis) } })
  return {
    'connection, blocked': page(),
    'connection, labels get through': finding(diagnosisOf([])),
    'connection, a printer that is not told': finding(diagnosisOf([NOT_TOLD])),
    'connection, a printer that stopped at its computer': page({
      answer: {
        kind: 'answer',
        shown: found(diagnosisOf([]), { computer: 'DISPENSARY', answer: PAPER_OUT }),
      },
    }),
    'connection, a printer computer that cannot be asked': page({
      answer: {
        kind: 'answer',
        shown: found(diagnosisOf([]), {
          computer: HOSTILE,
          answer: { kind: 'problem', code: 'device_offline', reason: null },
        }),
      },
    }),
    'connection, what the platform alone knows': page({
      answer: {
        kind: 'answer',
        shown: found(diagnosisOf([]), null, {
          cause: {
            level: 'stopped',
            cause: { code: 'withdrawn', params: {} },
            at: { computerId: 13, name: HOSTILE },
            since: NOW.toISOString(),
          },
          isClosed: true,
          remark: null,
        }),
      },
    }),
    'connection, through the hub': finding({ ...diagnosisOf([]), path: 'hub' }),
    'connection, as the printer computer': finding({ ...diagnosisOf([]), role: 'Server', path: null }),
    'connection, of a withdrawn computer': page({
      computer: computerOf({ access: 'revoked', presence: 'offline', isOnline: false }),
      answer: { kind: 'problem', code: 'device_offline', reason: null },
    }),
    'connection, hostile': page({
      customer: HOSTILE_PHARMACY,
      computer: computerOf({ pcName: HOSTILE }),
      answer: { kind: 'answer', shown: found(diagnosisOf(everyCode())) },
    }),
  }
}

/** More than a computer may send, so that every sentence is on a page. */
function everyCode(): DiagnosedHop[] {
  const facts: DiagnosedHop['facts'] = {
    computer: HOSTILE,
    printer: HOSTILE,
    detail: HOSTILE,
    conditions: PrinterCondition.options,
    port: 65_535,
    count: 63,
    total: 64,
    seconds: 86_400,
    ms: 12_345,
    mb: 1_234_567,
    system: 'windows',
  }
  return DiagnosisCode.options.map((code, index) =>
    hopOf({
      code,
      facts,
      tookMs: index,
      hop: HOPS[index % HOPS.length] ?? 'role',
      verdict: Verdict.options[index % Verdict.options.length] ?? 'ok',
    }),
  )
}
