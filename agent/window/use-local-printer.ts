// Windows' printer that leads to the agent: how it is, adding and removing it, with an administrator where one is needed.
import type { LocalPrinterStatus } from '../contract/local-printer.ts'
import { useState } from 'preact/hooks'
import { readAgentReply } from '../contract/agent-client.ts'
import { useAgent } from './agent-context.ts'
import { askAgent, type AgentBridge, type Answer, type Refusal } from './bridge.ts'
import { usePolled } from './use-polled.ts'

export type LocalAct = 'add' | 'remove'

export interface LocalPrinterView {
  /** Null before the first answer, and at an agent that does not know the question. */
  readonly status: LocalPrinterStatus | null
  readonly busy: boolean
  /** What was done last. */
  readonly done: LocalAct | null
  readonly refusal: Refusal | null
  /** Windows wants an administrator, and a page in a browser cannot have it ask. */
  readonly needsTerminal: LocalAct | null
  readonly act: (act: LocalAct) => Promise<void>
}

const EVERY_MS = 10_000

export function useLocalPrinter(): LocalPrinterView {
  const { bridge } = useAgent()
  const { data, again } = usePolled(bridge, { method: 'localPrinter', params: null, everyMs: EVERY_MS })
  const [busy, setBusy] = useState(false)
  const [last, setLast] = useState<{ readonly act: LocalAct; readonly refusal: Refusal | null } | null>(null)
  const act = async (wanted: LocalAct): Promise<void> => {
    if (busy) return
    setBusy(true)
    setLast(null)
    const answer = await changed(bridge, wanted)
    setBusy(false)
    setLast({ act: wanted, refusal: answer.ok ? null : answer })
    again()
  }
  const refusal = last?.refusal ?? null
  const isDenied = refusal !== null && refusal.reason?.code === 'local_printer_denied'
  return {
    status: data,
    busy,
    act,
    refusal: isDenied ? null : refusal,
    done: last !== null && refusal === null ? last.act : null,
    needsTerminal: isDenied ? (last?.act ?? null) : null,
  }
}

type Changed = Answer<'addLocalPrinter'>

/** The agent first: where it may, nobody is asked. */
async function changed(bridge: AgentBridge, act: LocalAct): Promise<Changed> {
  const answer =
    act === 'add'
      ? await askAgent(bridge, 'addLocalPrinter', { driver: null })
      : await askAgent(bridge, 'removeLocalPrinter', null)
  const isDenied = !answer.ok && answer.reason?.code === 'local_printer_denied'
  return isDenied && bridge.asAdministrator !== null ? asAdministrator(bridge.asAdministrator, act) : answer
}

async function asAdministrator(
  run: NonNullable<AgentBridge['asAdministrator']>,
  act: LocalAct,
): Promise<Changed> {
  try {
    const answer = await run(act)
    return answer.ok ? { ok: true, data: readAgentReply('localPrinter', answer.data) } : answer
  } catch {
    return { ok: false, code: 'not_supported', message: '' }
  }
}
