// The sentences of a diagnosis: in every language for every code, short enough, with what they are about.
import { describe, expect, it } from 'vitest'
import { DiagnosisCode, MAX_DIAGNOSIS_WORDS, type DiagnosisFacts } from '../diagnosis.ts'
import { diagnosisWords } from './diagnosis-words.ts'
import { Language, texts } from './index.ts'

const USUAL: DiagnosisFacts = {
  ...{ computer: 'DISPENSARY-1', printer: 'tcp:192.168.1.50:9100', detail: '192.168.1.20, 10.0.0.7' },
  ...{ port: 9_100, count: 2, total: 3, seconds: 75, ms: 12, mb: 1_200 },
  ...{ conditions: ['paper_out'], system: 'unknown' },
}
const LONGEST: DiagnosisFacts = {
  ...USUAL,
  ...{ computer: 'C'.repeat(64), printer: 'p'.repeat(120), detail: 'd'.repeat(120) },
}

describe.each(Language.options)('in %s', (language) => {
  const t = texts(language).diagnosis

  it.each(DiagnosisCode.options)('%s is one whole sentence, and so is what to do', (code) => {
    const { words, advice } = diagnosisWords({ code, facts: USUAL, verdict: 'failed' }, t)
    for (const sentence of [words, advice ?? 'x']) {
      expect(sentence).not.toMatch(/undefined|…$/)
      expect(sentence.length).toBeLessThanOrEqual(MAX_DIAGNOSIS_WORDS)
    }
    const long = diagnosisWords({ code, facts: LONGEST, verdict: 'failed' }, t)
    expect(long.words.length).toBeLessThanOrEqual(MAX_DIAGNOSIS_WORDS)
    expect(long.advice?.length ?? 0).toBeLessThanOrEqual(MAX_DIAGNOSIS_WORDS)
  })

  it('tells the commands for the port that is blocked, for the system where that is known', () => {
    const found = { code: 'firewall_closed', verdict: 'attention' } as const
    const on = (system: 'windows' | 'linux') =>
      diagnosisWords({ ...found, facts: { port: 9_100, system } }, t).advice
    expect(on('windows')).toMatch(/netsh .* localport=9100$/)
    expect(on('linux')).toMatch(/sudo ufw allow 9100\/tcp$/)
    const there = diagnosisWords({ code: 'tcp_silent', verdict: 'failed', facts: USUAL }, t).advice
    expect(there).toMatch(/netsh .*localport=9100.*ufw allow 9100\/tcp/)
  })

  it('gives no advice where all is well', () => {
    expect(diagnosisWords({ code: 'port_open', verdict: 'ok', facts: {} }, t).advice).toBe(null)
  })
})
