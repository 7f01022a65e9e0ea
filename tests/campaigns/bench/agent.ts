// Benchmark of one agent beside a print server with thousands of queues: from its start to labels, a label with and without a
// list of printers under way, from a plug to the list, and what it takes at rest.
import { readSettings, wholeNumberText, type SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { agentBesideCups, type AgentBesideCups } from './agent/agent-beside-cups.ts'
import { restOf } from './agent/at-rest.ts'
import { DAY_LABELS, labelsBesideLists } from './agent/labels-beside-lists.ts'
import { plugInFigures } from './agent/plug-in.ts'
import { figuresOf } from './measure.ts'
import { Sink } from './print/sink.ts'
import type { BenchReport, BenchReportRow } from './report.ts'

const QUEUES = 2_000
const STARTS = 5
const SETTINGS = {
  Bench__RestSeconds: {
    schema: wholeNumberText(1, 86_400),
    help: 'How long the agent is looked at while nobody asks anything of it',
    fallback: '600',
  },
} as const satisfies SettingsTable
const NOTICED_MS = 2_000
const REST_KILOBYTES = 70 * 1_024

const conditions = (restSeconds: number): string =>
  [
    `one bundled agent that has the printer (a sink in this process), assigned by a hub, beside a private cupsd with ${QUEUES} queues;`,
    'a label is 2.5 KB, from connecting at its port to the last byte at the sink, on its disk on the way. Lists: one after the other,',
    'by its control socket, with all back ends asked each time; and beside them the same lists by another program, which the agent',
    "knows nothing of: what these cost is the computer's. Turn by turn. Plugged in and out: the back end in this process, at folders that",
    `look like /sys. At rest, ${DAY_LABELS} labels after its start, for ${restSeconds} s, online (Bench__RestSeconds).`,
  ].join(' ')

export async function agentBench(say: (text: string) => void): Promise<BenchReport> {
  const { Bench__RestSeconds: restSeconds } = readSettings(SETTINGS, process.env)
  const rows: BenchReportRow[] = []
  const sink = new Sink()
  await sink.start()
  try {
    rows.push(...(await rowsBesideCups({ sink, say, restSeconds })))
  } finally {
    sink.stop()
  }
  say('bench agent: plugged in and out')
  const plugged = await plugInFigures(QUEUES)
  const name = `plugged in or out, to the list, ${QUEUES} queues`
  rows.push(
    typeof plugged === 'string'
      ? { name, absent: plugged }
      : { name, ...plugged, targetP99Ms: NOTICED_MS, targetMaxMs: NOTICED_MS },
  )
  return { name: 'agent', conditions: conditions(restSeconds), rows }
}

async function rowsBesideCups(parts: RunParts): Promise<BenchReportRow[]> {
  const agent = await agentBesideCups(parts.sink.port, QUEUES)
  if (typeof agent === 'string') return [{ name: 'the agent', absent: agent }]
  try {
    return await rowsOfAgent(agent, parts)
  } finally {
    await agent.stop()
  }
}

interface RunParts {
  readonly sink: Sink
  readonly say: (text: string) => void
  readonly restSeconds: number
}

async function rowsOfAgent(
  agent: AgentBesideCups,
  { sink, say, restSeconds }: RunParts,
): Promise<BenchReportRow[]> {
  say('bench agent: starts')
  const starts: number[] = []
  for (let n = 0; n < STARTS; n += 1) starts.push(await agent.restart())
  say('bench agent: labels')
  const labels = await labelsBesideLists(agent, sink)
  say(`bench agent: at rest for ${restSeconds} s`)
  const rest = await restOf(agent.pid(), restSeconds)
  return [
    { name: 'from the start to labels', ...figuresOf(starts), targetP99Ms: null, targetMaxMs: 500 },
    ...labels,
    size('memory at rest, at the beginning', rest.beginKilobytes),
    size('memory at rest, at the end', rest.endKilobytes),
    size('memory at rest, the most', rest.peakKilobytes),
    {
      name: "of it the agent's own, at the end",
      kilobytes: rest.ownKilobytes,
      targetKilobytes: null,
      ratio: null,
    },
    {
      name: "of it Node's program, mapped",
      kilobytes: rest.endKilobytes - rest.ownKilobytes,
      targetKilobytes: null,
      ratio: null,
    },
    {
      name: 'ms of processor at rest',
      count: rest.processorMs,
      of: restSeconds * 1_000,
      targetCount: null,
    },
  ]
}

function size(name: string, kilobytes: number): BenchReportRow {
  return { name, kilobytes, targetKilobytes: REST_KILOBYTES, ratio: null }
}
