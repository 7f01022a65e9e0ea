// A diagnosis on a terminal: what stops labels comes first, and every line fits.
import type { DiagnosedHop, Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { expect, it } from 'vitest'
import { doctorText } from './doctor-text.ts'
import { COLUMNS } from '../text.ts'

const ROLE: DiagnosedHop = {
  hop: 'role',
  verdict: 'ok',
  code: 'role_client',
  facts: { computer: 'DISPENSARY' },
  tookMs: 0,
}
const SILENT: DiagnosedHop = {
  hop: 'tcp',
  verdict: 'failed',
  code: 'tcp_silent',
  tookMs: 2_503,
  facts: { computer: 'DISPENSARY', detail: '192.168.1.20', port: 9_100, system: 'unknown' },
}
const told = (changes: Partial<Diagnosis>): string =>
  doctorText({
    computerName: 'COUNTER-1',
    at: '2026-11-20T09:00:00.000Z',
    role: 'Client',
    path: null,
    hops: [ROLE, SILENT],
    blocking: 'tcp',
    tookMs: 2_510,
    ...changes,
  })

it('says what stops labels first, and what to do', () => {
  const text = told({})
  expect(text.replaceAll('\n', ' ')).toMatch(
    /^This stops labels: Local network\. DISPENSARY does not answer at 192\.168\.1\.20, port 9100: .* What to do: Allow it there: .*sudo ufw allow 9100\/tcp/,
  )
  expect(text).toMatch(/^ok {6}Role {17}Client: hands labels to DISPENSARY\.$/m)
  expect(text).toMatch(/^FAILED {2}Local network {8}DISPENSARY does not answer/m)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(COLUMNS)
})

it.each([
  ['lan', 'Labels get through, over the local network.'],
  ['hub', 'Labels get through, the longer way through the hub.'],
  [null, 'Labels get through.'],
] as const)('says that labels get through: %s', (path, text) => {
  expect(told({ hops: [ROLE], blocking: null, path }).split('\n')[0]).toBe(text)
})
