// The support bundle: one text that says what this computer does and what happened on it, without labels, keys, codes,
// and without any name but the computer's own. English, since it is for the support team.
import { isIP } from 'node:net'
import type { AgentStatus, SettingRow } from '../../contract/agent-api.ts'
import type { PeerRow } from '../../contract/peers.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { OWN_SENDER, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { diagnosisEn } from '@pharmacy-relay/shared/texts/en/diagnosis.ts'
import { diagnosisText } from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import { z } from 'zod'
import { redactor, type Secret } from './redaction.ts'

export interface BundleFacts {
  readonly madeAt: string
  readonly computerName: string
  readonly agentVersion: string
  /** Of the account that the agent runs as. */
  readonly userName: string
  readonly computer: Readonly<Record<string, string | number>>
  /** Null while no agent runs, as the four below. */
  readonly status: AgentStatus | null
  readonly settings: readonly SettingRow[]
  readonly diagnosis: Diagnosis | null
  readonly jobs: readonly PrintJob[]
  readonly peers: readonly PeerRow[]
  /** As the log has them, the oldest first. */
  readonly log: readonly string[]
}

const HEAD = `In it: what the agent says of itself, its settings, what its doctor found, its last labels without what is on
them, and its log. Not in it: anything that is on a label, keys, pairing codes, and names of people, of the
pharmacy and of other computers; [computer 1] is the same one everywhere. Read it before you pass it on.`

/** Settings that name a person, or let somebody in. */
const PRIVATE_SETTINGS: Readonly<Record<string, string>> = {
  Username: '[user]',
  Email: '[e-mail]',
  SupportAppNumber: '[support number]',
}

export function bundleText(facts: BundleFacts): string {
  const { madeAt, computerName, agentVersion, status, settings, diagnosis, jobs, log } = facts
  const redacted = redactor(secretsOf(facts))
  const sections = [
    section(
      'Computer',
      Object.entries(facts.computer).map(([name, value]) => `${name}: ${value}`),
    ),
    section('Status', status === null ? ['The agent is not running.'] : [JSON.stringify(status, null, 2)]),
    section('Settings', settings.map(settingLine)),
    section('Doctor', diagnosis === null ? ['Not asked.'] : doctorLines(diagnosis)),
    section(
      'Labels, the newest first',
      jobs.map((job) => JSON.stringify(job)),
    ),
    section('Log, the newest last', log),
  ]
  const title = `Support bundle of ${computerName}, made ${madeAt} by agent ${agentVersion}`
  return `${title}\n\n${HEAD}\n${redacted(sections.join(''))}`
}

function section(title: string, lines: readonly string[]): string {
  return `\n== ${title} ==\n${(lines.length === 0 ? ['None.'] : lines).join('\n')}\n`
}

function settingLine({ name, value, source, fault }: SettingRow): string {
  const shown = value === null ? '(not set)' : (PRIVATE_SETTINGS[name] ?? value)
  return `${name} = ${shown}  (${source})${fault === null ? '' : `  not used: ${fault}`}`
}

function doctorLines({ hops, blocking, path, tookMs }: Diagnosis): string[] {
  const head = `blocking: ${blocking ?? 'nothing'}, path: ${path ?? 'none'}, took ${tookMs} ms`
  return [
    head,
    ...hops.map((hop) => {
      const { text, advice } = diagnosisText(hop, diagnosisEn)
      return `${hop.verdict} ${hop.hop} ${hop.code}: ${text}${advice === null ? '' : ` | ${advice}`}`
    }),
  ]
}

/** What the facts themselves say that may not be told. The computer's own name stays. */
function secretsOf({ computerName, userName, status, settings, peers, jobs, log }: BundleFacts): Secret[] {
  const current = [status?.printing.target ?? '', ...peers.map((peer) => peer.computerName)]
  const computers = [...new Set([...current, ...namesOf(jobs), ...namesIn(log)])].filter(
    (name) => name !== '' && name.toLowerCase() !== computerName.toLowerCase(),
  )
  const values = settings.flatMap(({ name, value }) => {
    const standIn = PRIVATE_SETTINGS[name]
    return value === null || standIn === undefined ? [] : [{ text: value, standIn }]
  })
  return [
    { text: status?.pharmacyName ?? '', standIn: '[pharmacy]' },
    { text: userName, standIn: '[user]' },
    ...values,
    ...computers.map((text, index) => ({ text, standIn: `[computer ${index + 1}]` })),
  ].filter(({ text }) => text.toLowerCase() !== computerName.toLowerCase())
}

/** Computers that labels came from or went to, also those that the assignment names no more. */
function namesOf(jobs: readonly PrintJob[]): string[] {
  return jobs
    .flatMap(({ sender, destination }) => [sender, destination ?? ''])
    .filter((name) => name !== OWN_SENDER && isIP(name) === 0 && !PrinterName.safeParse(name).success)
}

const NamedLine = z.object({ computer: z.string() })

/** Computers that the log's own fields name, also those that are gone by now. */
function namesIn(log: readonly string[]): string[] {
  return log.flatMap((line) => {
    if (!line.includes('"computer"')) return []
    const parsed = NamedLine.safeParse(jsonOf(line))
    return parsed.success ? [parsed.data.computer] : []
  })
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
