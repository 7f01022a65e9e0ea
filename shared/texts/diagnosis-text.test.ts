// The sentences of a diagnosis: in every language for every code, short enough, with what they are about.
import { describe, expect, it } from 'vitest'
import { DiagnosisCode, MAX_DIAGNOSIS_TEXT, type DiagnosisFacts } from '../diagnosis.ts'
import { reason } from '../reasons/make-reason.ts'
import { diagnosisText } from './diagnosis-text.ts'
import { Language, texts } from './index.ts'

const USUAL: DiagnosisFacts = {
  computer: 'DISPENSARY-1',
  printer: 'tcp:192.168.1.50:9100',
  detail: '192.168.1.20, 10.0.0.7',
  port: 9_100,
  count: 2,
  total: 3,
  seconds: 75,
  ms: 12,
  mb: 1_200,
  conditions: ['paper_out'],
  system: 'unknown',
}
const LONGEST: DiagnosisFacts = {
  ...USUAL,
  computer: 'C'.repeat(64),
  printer: 'p'.repeat(120),
  detail: 'd'.repeat(120),
}

describe.each(Language.options)('in %s', (language) => {
  const t = texts(language).diagnosis

  it.each(DiagnosisCode.options)('%s is one whole sentence, and so is what to do', (code) => {
    const { text, advice } = diagnosisText({ code, facts: USUAL, verdict: 'failed' }, t)
    for (const sentence of [text, advice ?? 'x']) {
      expect(sentence).not.toMatch(/undefined|…$/)
      expect(sentence.length).toBeLessThanOrEqual(MAX_DIAGNOSIS_TEXT)
    }
    const long = diagnosisText({ code, facts: LONGEST, verdict: 'failed' }, t)
    expect(long.text.length).toBeLessThanOrEqual(MAX_DIAGNOSIS_TEXT)
    expect(long.advice?.length ?? 0).toBeLessThanOrEqual(MAX_DIAGNOSIS_TEXT)
  })

  it('tells the commands for the port that is blocked, for the system where that is known', () => {
    const found = { code: 'firewall_closed', verdict: 'attention' } as const
    const on = (system: 'windows' | 'linux') =>
      diagnosisText({ ...found, facts: { port: 9_100, system } }, t).advice
    expect(on('windows')).toMatch(/netsh .* localport=9100$/)
    expect(on('linux')).toMatch(/sudo ufw allow 9100\/tcp$/)
    const there = diagnosisText({ code: 'tcp_silent', verdict: 'failed', facts: USUAL }, t).advice
    expect(there).toMatch(/netsh .*localport=9100.*ufw allow 9100\/tcp/)
  })

  it('gives what the computer says as reasons, apart from the words', () => {
    const reasons = [reason('port_taken', { port: 9_100 })]
    for (const code of ['role_not_applied', 'port_closed'] as const) {
      const said = diagnosisText({ code, facts: { reasons, detail: 'English' }, verdict: 'failed' }, t)
      expect(said).toMatchObject({ reasons, detail: 'English' })
      expect(said.text).not.toContain('9100')
    }
  })

  it.each(DiagnosisCode.options)('%s has no English of the device inside', (code) => {
    const reason = diagnosisText({ code, facts: { detail: 'getaddrinfo failed' }, verdict: 'failed' }, t)
    const address = diagnosisText({ code, facts: { detail: '192.0.2.1' }, verdict: 'failed' }, t)
    if (reason.detail === null) expect(address.detail).toBe(null)
    else expect(reason).toEqual({ ...address, detail: 'getaddrinfo failed' })
  })

  it('leaves what an agent says without a reason behind the words', () => {
    const facts = { detail: 'Port 9100 is taken: end that program' }
    const said = diagnosisText({ code: 'role_not_applied', facts, verdict: 'failed' }, t)
    expect(said.text).not.toContain('9100')
    expect(said.detail).toBe(facts.detail)
  })

  it('gives no advice where all is well', () => {
    expect(diagnosisText({ code: 'port_open', verdict: 'ok', facts: {} }, t).advice).toBe(null)
  })
})
